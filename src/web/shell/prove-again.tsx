/** Showing once more who one is, before what changes how one signs in: the password, and a code where one is asked for. */
import { PasswordInput, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useSignInWords } from "../words/sign-in.ts";
import { useWords } from "../words/words.ts";

interface Again {
  fields: ReactNode;
  given: { currentPassword: string; code?: string };
}

export function useAgain(asksCode: boolean): Again {
  const [currentPassword, setPassword] = useState("");
  const [code, setCode] = useState("");
  const fields = (
    <>
      <CurrentPassword value={currentPassword} change={setPassword} />
      {asksCode && <CodeInput value={code} change={setCode} />}
    </>
  );
  return { fields, given: { currentPassword, ...(asksCode && { code }) } };
}

interface TypedProps {
  value: string;
  change: (text: string) => void;
}

/** One's own password, once more. */
export function CurrentPassword({ value, change }: TypedProps) {
  const words = useWords();
  return (
    <PasswordInput
      label={words.currentPassword}
      size="md"
      required
      withAsterisk={false}
      autoComplete="current-password"
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

/** A code of the app; a recovery code can be pasted. */
export function CodeInput({ value, change }: TypedProps) {
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
