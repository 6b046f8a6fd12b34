/** 设置 → 隐私: amounts that are hidden, and the lock, with what they protect and what not. */
import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { Card } from "../ui/page.tsx";
import { Row } from "../ui/row.tsx";
import { showError, showToast } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";
import { canUsePasskey, makePasskey } from "./passkey.ts";
import { changePrivacy, hideMoney, isLocking, LOCK_MINUTES, lock, usePrivacy } from "./privacy.ts";
import "./privacy.css";

export function PrivacyCard() {
  const words = useWords();
  const said = words.privacy;
  const privacy = usePrivacy();
  const [setting, setSetting] = useState(false);
  const switchOf = (label: string, checked: boolean, set: (checked: boolean) => void) => (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is its control
    <label className="privacy-switch">
      <Checkbox
        aria-label={label}
        checked={checked}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    </label>
  );
  return (
    <Card title={said.title}>
      <p className="muted">{said.protects}</p>
      <Row label={words.hideMoney} hint={said.hiddenHint}>
        {switchOf(words.hideMoney, privacy.hidden, hideMoney)}
      </Row>
      <Row label={said.hideOnLeave}>
        {switchOf(said.hideOnLeave, privacy.hideOnLeave, (hideOnLeave) =>
          changePrivacy({ hideOnLeave }),
        )}
      </Row>
      <Row label={said.pin} hint={said.pinHint}>
        {privacy.pin && (
          <Button variant="subtle" color="red" onClick={() => removeWay("pin")}>
            {said.remove}
          </Button>
        )}
        <Button variant="default" onClick={() => setSetting(true)}>
          {privacy.pin ? said.changePin : said.setPin}
        </Button>
      </Row>
      <PasskeyRow kept={privacy.passkey !== undefined} />
      {isLocking(privacy) && <LockRow minutes={privacy.lockMinutes} />}
      {setting && <PinDialog close={() => setSetting(false)} />}
    </Card>
  );
}

function removeWay(way: "pin" | "passkey"): void {
  changePrivacy({ [way]: undefined, wrong: 0, waitUntil: 0 });
}

function LockRow({ minutes }: { minutes: number }) {
  const said = useWords().privacy;
  return (
    <Row label={said.lockAfter}>
      <NativeSelect
        aria-label={said.lockAfter}
        value={minutes}
        data={LOCK_MINUTES.map((value) => ({ value: String(value), label: said.after(value) }))}
        onChange={(event) => changePrivacy({ lockMinutes: Number(event.currentTarget.value) })}
      />
      <Button variant="default" onClick={lock}>
        {said.lockNow}
      </Button>
    </Row>
  );
}

function PasskeyRow({ kept }: { kept: boolean }) {
  const words = useWords();
  const said = words.privacy;
  const make = () =>
    makePasskey(words.appName).then(
      (passkey) => {
        changePrivacy({ passkey });
        showToast({ text: said.passkeySet, tone: "good" });
      },
      () => showError(new Error(said.passkeyFailed)),
    );
  const can = canUsePasskey();
  return (
    <Row label={said.passkey} hint={can ? said.passkeyHint : said.passkeyNeeds}>
      {kept && (
        <Button variant="subtle" color="red" onClick={() => removeWay("passkey")}>
          {said.remove}
        </Button>
      )}
      {can && !kept && (
        <Button variant="default" onClick={make}>
          {said.setPasskey}
        </Button>
      )}
    </Row>
  );
}

function PinDialog({ close }: { close: () => void }) {
  const said = useWords().privacy;
  const [pin, setPin] = useState("");
  const [again, setAgain] = useState("");
  const save = async () => {
    if (!/^\d{4,12}$/.test(pin)) throw new Error(said.pinDigits);
    if (pin !== again) throw new Error(said.pinsDiffer);
    const { keepPin } = await import("./pin.ts");
    changePrivacy({ pin: await keepPin(pin), wrong: 0, waitUntil: 0 });
    showToast({ text: said.pinSet, tone: "good" });
    close();
  };
  const field = (label: string, value: string, set: (text: string) => void) => (
    <TextInput
      label={label}
      type="password"
      inputMode="numeric"
      autoComplete="new-password"
      maxLength={12}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
  return (
    <Dialog opened onClose={close} title={said.setPin}>
      <Form save={save} cancel={close}>
        {field(said.pin, pin, setPin)}
        {field(said.pinAgain, again, setAgain)}
      </Form>
    </Dialog>
  );
}
