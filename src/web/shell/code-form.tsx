/** The second step of signing in: the code of the authenticator app, or a recovery code. */
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../api/client.ts";
import { startSession } from "../api/session.ts";
import { Form } from "../ui/form.tsx";
import { useSignInWords } from "../words/sign-in.ts";

export function CodeForm({ ticket, back }: { ticket: string; back: () => void }) {
  const words = useSignInWords();
  const [code, setCode] = useState("");
  const [recovering, setRecovering] = useState(false);
  const save = async () =>
    startSession(await api("POST /api/auth/login/code", { body: { ticket, code } }));
  const turn = () => {
    setRecovering(!recovering);
    setCode("");
  };
  return (
    <section className="card">
      <div className="card-head">
        <h2>{words.secondFactor}</h2>
      </div>
      <Form save={save} label={words.signIn}>
        <TextInput
          key={String(recovering)}
          label={recovering ? words.recoveryCode : words.code}
          description={recovering ? words.recoveryCodeHint : words.codeHint}
          size="md"
          required
          withAsterisk={false}
          autoFocus
          autoComplete={recovering ? "off" : "one-time-code"}
          inputMode={recovering ? "text" : "numeric"}
          maxLength={100}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </Form>
      <button type="button" className="text-button" onClick={turn}>
        {recovering ? words.useCode : words.useRecoveryCode}
      </button>
      <button type="button" className="text-button" onClick={back}>
        {words.backToPassword}
      </button>
    </section>
  );
}
