/** The card about the second step of signing in: turning it on and off, recovery codes. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { dayOf } from "../../ledger/calendar.ts";
import { api, type OutputOf } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import { useBook } from "../base/open-book.ts";
import { ReadError } from "../ui/error-boundary.tsx";
import { Form } from "../ui/form.tsx";
import { Card } from "../ui/page.tsx";
import { Row } from "../ui/row.tsx";
import { Secret } from "../ui/secret.tsx";
import { useSignInWords } from "../words/sign-in.ts";
import { CodeInput, useAgain } from "./prove-again.tsx";

const QrCode = lazy(() => import("../ui/qr-code.tsx"));

/** `turnedOn` is called when it is on and its recovery codes have been noted. */
export function SecondFactorCard({ turnedOn }: { turnedOn?: () => void }) {
  const words = useSignInWords();
  const { data, error, refetch } = useQuery(queries.secondFactor);
  const [codes, setCodes] = useState<string[]>();
  const done = async (made?: string[]) => {
    setCodes(made);
    await refetch();
  };
  const noted = () => {
    setCodes(undefined);
    turnedOn?.();
  };
  return (
    <Card title={words.secondFactor}>
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {!data && !error && <div className="skeleton" style={{ height: "3.75rem" }} />}
      {codes && <RecoveryCodes codes={codes} done={noted} />}
      {data?.on === false && <TurnOn done={done} />}
      {data?.on && !codes && <TurnedOn state={data} done={done} />}
    </Card>
  );
}

function RecoveryCodes({ codes, done }: { codes: string[]; done: () => void }) {
  const words = useSignInWords();
  return (
    <>
      <h3>{words.recoveryCodes}</h3>
      <Secret text={codes.join("\n")} hint={words.recoveryCodesOnce} />
      <Button variant="light" onClick={done}>
        {words.recoveryCodesKept}
      </Button>
    </>
  );
}

type Begun = OutputOf<"POST /api/auth/second-factor">;

interface Done {
  done: (codes?: string[]) => Promise<void>;
}

function TurnOn({ done }: Done) {
  const words = useSignInWords();
  const [opened, setOpened] = useState(false);
  const [begun, setBegun] = useState<Begun>();
  const again = useAgain(false);
  if (begun) return <Scan begun={begun} done={done} cancel={() => setBegun(undefined)} />;
  if (!opened) {
    return (
      <>
        <p className="muted">{words.secondFactorHint}</p>
        <Button variant="light" onClick={() => setOpened(true)}>
          {words.turnOn}
        </Button>
      </>
    );
  }
  const save = async () => {
    const { currentPassword } = again.given;
    setBegun(await api("POST /api/auth/second-factor", { body: { currentPassword } }));
  };
  return (
    <Form save={save} label={words.next} cancel={() => setOpened(false)}>
      {again.fields}
    </Form>
  );
}

function Scan({ begun, done, cancel }: Done & { begun: Begun; cancel: () => void }) {
  const words = useSignInWords();
  const [code, setCode] = useState("");
  const save = async () => {
    const on = await api("POST /api/auth/second-factor/confirm", { body: { code } });
    await done(on.recoveryCodes);
  };
  return (
    <Form save={save} label={words.turnOn} cancel={cancel}>
      <Secret text={begun.secret} hint={words.scanHint}>
        <Suspense fallback={<div className="qr-code" />}>
          <QrCode text={begun.uri} label={words.scanCode} />
        </Suspense>
      </Secret>
      <CodeInput value={code} change={setCode} />
    </Form>
  );
}

interface TurnedOnProps extends Done {
  state: OutputOf<"GET /api/auth/second-factor">;
}

function TurnedOn({ state, done }: TurnedOnProps) {
  const words = useSignInWords();
  const { zone } = useBook();
  const [changing, setChanging] = useState<"codes" | "off">();
  const since = dayOf(Date.parse(state.since ?? ""), zone);
  return (
    <>
      <Row
        label={words.secondFactorSince(since)}
        hint={words.recoveryCodesLeft(state.recoveryCodesLeft)}
      >
        {changing === undefined && (
          <Button variant="default" onClick={() => setChanging("codes")}>
            {words.newRecoveryCodes}
          </Button>
        )}
      </Row>
      {changing === undefined ? (
        <Button variant="subtle" color="red" onClick={() => setChanging("off")}>
          {words.turnOff}
        </Button>
      ) : (
        <Change what={changing} done={done} cancel={() => setChanging(undefined)} />
      )}
    </>
  );
}

interface ChangeProps extends Done {
  what: "codes" | "off";
  cancel: () => void;
}

function Change({ what, done, cancel }: ChangeProps) {
  const words = useSignInWords();
  const again = useAgain(true);
  const save = async () => {
    const { currentPassword, code = "" } = again.given;
    const body = { currentPassword, code };
    if (what === "off") {
      await api("DELETE /api/auth/second-factor", { body });
      return done();
    }
    const made = await api("POST /api/auth/second-factor/recovery-codes", { body });
    return done(made.recoveryCodes);
  };
  return (
    <Form
      save={save}
      cancel={cancel}
      label={what === "off" ? words.turnOff : words.newRecoveryCodes}
    >
      {again.fields}
    </Form>
  );
}
