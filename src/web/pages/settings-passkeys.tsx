/** The part of the settings about passkeys: adding, renaming, removing. */
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { dayOf } from "../../ledger/calendar.ts";
import { useAbout } from "../api/about.ts";
import { api, type OutputOf } from "../api/client.ts";
import { addPasskey, PasskeyError, passkeyBar } from "../api/passkey.ts";
import * as queries from "../api/queries.ts";
import { deviceName } from "../base/device.ts";
import { useBook } from "../base/open-book.ts";
import { useTyped } from "../base/typed.ts";
import { useAgain } from "../shell/prove-again.tsx";
import { ReadError } from "../ui/error-boundary.tsx";
import { Form } from "../ui/form.tsx";
import { Card } from "../ui/page.tsx";
import { Row } from "../ui/row.tsx";
import { useSignInWords } from "../words/sign-in.ts";

type Passkey = OutputOf<"GET /api/auth/passkeys">[number];

export function PasskeysCard() {
  const words = useSignInWords();
  const { data, error, refetch } = useQuery(queries.passkeys);
  const [changing, setChanging] = useState<{ id: string; how: "rename" | "remove" }>();
  const done = async () => {
    setChanging(undefined);
    await refetch();
  };
  return (
    <Card title={words.passkeys}>
      <p className="muted">{words.passkeysHint}</p>
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {data?.map((passkey) => (
        <Fragment key={passkey.id}>
          <PasskeyRow
            passkey={passkey}
            change={
              changing === undefined ? (how) => setChanging({ id: passkey.id, how }) : undefined
            }
          />
          {changing?.id === passkey.id &&
            (changing.how === "rename" ? (
              <Rename passkey={passkey} done={done} cancel={() => setChanging(undefined)} />
            ) : (
              <Remove passkey={passkey} done={done} cancel={() => setChanging(undefined)} />
            ))}
        </Fragment>
      ))}
      <Add done={done} />
    </Card>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  /** Undefined while something is being changed. */
  change: ((how: "rename" | "remove") => void) | undefined;
}

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, change }: PasskeyRowProps) {
  const words = useSignInWords();
  const { zone } = useBook();
  const day = (instant: string) => dayOf(Date.parse(instant), zone);
  const hint =
    lastUsedAt === null ? words.passkeyUnused(day(createdAt)) : words.lastUsed(day(lastUsedAt));
  return (
    <Row label={name} hint={hint}>
      {change && (
        <div>
          <Button variant="subtle" onClick={() => change("rename")}>
            {words.renamePasskey}
          </Button>
          <Button variant="subtle" color="red" onClick={() => change("remove")}>
            {words.removePasskey}
          </Button>
        </div>
      )}
    </Row>
  );
}

interface ChangeProps {
  passkey: Passkey;
  done: () => Promise<void>;
  cancel: () => void;
}

function NameInput({ value, change }: { value: string; change: (name: string) => void }) {
  const words = useSignInWords();
  return (
    <TextInput
      label={words.passkeyName}
      size="md"
      required
      withAsterisk={false}
      maxLength={100}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function Rename({ passkey, done, cancel }: ChangeProps) {
  const { form, set, typed } = useTyped(`passkey ${passkey.id}`, () => ({ name: passkey.name }));
  const save = async () => {
    const params = { passkey: passkey.id };
    await api("PUT /api/auth/passkeys/:passkey", { params, body: { name: form.name.trim() } });
    await done();
  };
  return (
    <Form save={save} cancel={cancel} typed={typed}>
      <NameInput value={form.name} change={(name) => set({ name })} />
    </Form>
  );
}

/** Whether a code is asked for besides the password. */
function useAsksCode(): boolean {
  return useQuery(queries.secondFactor).data?.on === true;
}

function Remove({ passkey, done, cancel }: ChangeProps) {
  const words = useSignInWords();
  const again = useAgain(useAsksCode());
  const save = async () => {
    const params = { passkey: passkey.id };
    await api("DELETE /api/auth/passkeys/:passkey", { params, body: again.given });
    await done();
  };
  return (
    <Form save={save} cancel={cancel} label={words.removePasskey}>
      {again.fields}
    </Form>
  );
}

function Add({ done }: { done: () => Promise<void> }) {
  const words = useSignInWords();
  const { data: about } = useAbout();
  const [adding, setAdding] = useState(false);
  const bar = passkeyBar(about?.passkeyHost);
  if (bar !== undefined) {
    const host = about?.passkeyHost ?? "";
    return (
      <p className="muted">
        {bar === "elsewhere" ? words.passkeysElsewhere(host) : words.passkeysNotHere}
      </p>
    );
  }
  if (adding) {
    const close = () => setAdding(false);
    return <AddForm done={() => done().then(close)} cancel={close} />;
  }
  return (
    <Button variant="light" onClick={() => setAdding(true)}>
      {words.addPasskey}
    </Button>
  );
}

function AddForm({ done, cancel }: Omit<ChangeProps, "passkey">) {
  const words = useSignInWords();
  const { form, set, typed } = useTyped("passkey new", () => ({
    name: deviceName(navigator.userAgent).slice(0, 100),
  }));
  const again = useAgain(useAsksCode());
  const save = async () => {
    await addPasskey(form.name.trim(), again.given).catch((error) => {
      if (!(error instanceof PasskeyError)) throw error;
      throw new Error(error.reason === "there" ? words.passkeyThere : words.passkeyCancelled);
    });
    await done();
  };
  return (
    <Form save={save} cancel={cancel} typed={typed} label={words.addPasskey}>
      <NameInput value={form.name} change={(name) => set({ name })} />
      {again.fields}
    </Form>
  );
}
