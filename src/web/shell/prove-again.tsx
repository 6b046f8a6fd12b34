/** Showing once more who one is, before what changes how one signs in: the password, and a code where one is asked for. */
import { PasswordInput, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useSignInWords } from "../words/sign-in.ts";

interface Again {
  fields: ReactNode;
  given: { currentPassword: string; code?: string };
}

export function useAgain(asksCode: boolean): Again {
  const words = useSignInWords();
  const [currentPassword, setPassword] = useState("");
  const [code, setCode] = useState("");
  const fields = (
    <>
      <PasswordInput
        label={words.currentPassword}
        size="md"
        required
        withAsterisk={false}
        autoComplete="current-password"
        value={currentPassword}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {asksCode && <CodeInput value={code} change={setCode} />}
    </>
  );
  return { fields, given: { currentPassword, ...(asksCode && { code }) } };
}

interface CodeInputProps {
  value: string;
  change: (code: string) => void;
}

/** A code of the app; a recovery code can be pasted. */
export function CodeInput({ value, change }: CodeInputProps) {
  const words = useSignInWords();
  return (
    <TextInput
      label={words.code}
      description={words.codeHint}
      size="md"
      required
      withAsterisk={false}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={100}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
