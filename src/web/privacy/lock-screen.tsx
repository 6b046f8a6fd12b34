/** What is there while the app is locked: nothing of the book, and the way in. */
import { Button, TextInput } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Empty } from "../ui/empty.tsx";
import { Form } from "../ui/form.tsx";
import { useWords } from "../words/words.ts";
import { askPasskey } from "./passkey.ts";
import { isPin } from "./pin.ts";
import { changePrivacy, type KeptPin, unlock, usePrivacy } from "./privacy.ts";
import "./privacy.css";

/** So many wrong ones are forgiven; then each next has to wait. */
const FORGIVEN = 5;
const WAIT_MS = 30_000;

export default function LockScreen() {
  const words = useWords();
  const { pin, passkey } = usePrivacy();
  return (
    <main className="lonely">
      <Empty
        icon={<IconLock size={40} stroke={1.5} />}
        title={words.privacy.locked}
        hint={words.privacy.forgotten}
      >
        <div className="lock-ways">
          {passkey !== undefined && <PasskeyButton id={passkey} asks={pin === undefined} />}
          {pin !== undefined && <PinForm pin={pin} />}
        </div>
      </Empty>
    </main>
  );
}

function PinForm({ pin }: { pin: KeptPin }) {
  const words = useWords();
  const { wrong, waitUntil } = usePrivacy();
  const [typed, setTyped] = useState("");
  const left = useSecondsUntil(waitUntil);
  const open = async () => {
    if (left > 0) throw new Error(words.privacy.wait(left));
    if (await isPin(typed, pin)) {
      unlock();
      return;
    }
    setTyped("");
    const count = wrong + 1;
    changePrivacy({ wrong: count, waitUntil: count < FORGIVEN ? 0 : Date.now() + WAIT_MS });
    throw new Error(words.privacy.wrongPin);
  };
  return (
    <Form save={open} label={words.privacy.unlock}>
      <TextInput
        label={words.privacy.pin}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        data-autofocus
        maxLength={12}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </Form>
  );
}

function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((instant - now) / 1000));
}

function PasskeyButton({ id, asks }: { id: string; asks: boolean }) {
  const words = useWords();
  const [error, setError] = useState<string>();
  const ask = () => askPasskey(id).then(unlock, () => setError(words.privacy.passkeyFailed));
  return (
    <>
      {error && (
        <p className="entry-error" role="alert">
          {error}
        </p>
      )}
      <Button data-autofocus={asks || undefined} onClick={ask}>
        {words.privacy.usePasskey}
      </Button>
    </>
  );
}
