/** What is shown once, to be copied: an access token, an invitation's link. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useWords } from "../words/words.ts";
import { showError, showToast } from "./toast.tsx";
import "./secret.css";

interface SecretProps {
  text: string;
  hint: string;
  children?: ReactNode;
}

export function Secret({ text, hint, children }: SecretProps) {
  const words = useWords();
  const copy = () =>
    // The clipboard is there on secure origins alone; elsewhere the text is selected by hand.
    navigator.clipboard
      ?.writeText(text)
      .then(() => showToast({ text: words.copied, tone: "good" }), showError);
  return (
    <div className="secret" role="status">
      <p>{hint}</p>
      {children}
      <code>{text}</code>
      {"clipboard" in navigator && (
        <Button variant="light" size="sm" onClick={copy}>
          {words.copy}
        </Button>
      )}
    </div>
  );
}
