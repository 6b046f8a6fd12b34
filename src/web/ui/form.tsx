/** The form of every dialog and card: it says why saving failed, and stays as it was. */
import { Button } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import type { Typed } from "../base/typed.ts";
import { useWords } from "../words/words.ts";
import { Restored } from "./restored.tsx";

interface FormProps {
  /** Saves; what it throws is said above the buttons. After that the form may be gone. */
  save: () => Promise<unknown>;
  /** On the button that saves. */
  label?: string;
  cancel?: () => void;
  /** Of what was typed: it is kept until it is saved or cancelled. */
  typed?: Typed;
  /** Other buttons, before the two. */
  actions?: ReactNode;
  /** "rule-form": all in one row; the button then stands in it. */
  className?: string;
  children: ReactNode;
}

export function Form({
  save,
  label,
  cancel,
  typed,
  actions,
  className = "form",
  children,
}: FormProps) {
  const words = useWords();
  const { error, busy, submit } = useSaving(async () => {
    await save();
    typed?.drop();
  });
  const leave = () => {
    typed?.drop();
    cancel?.();
  };
  const button = (
    <Button type="submit" loading={busy}>
      {label ?? words.save}
    </Button>
  );
  return (
    <form className={className} onSubmit={submit}>
      {typed && <Restored at={typed.restored} discard={typed.discard} />}
      {children}
      {error && (
        <p className="entry-error" role="alert">
          {error}
        </p>
      )}
      {cancel === undefined ? (
        button
      ) : (
        <div className="form-actions">
          {actions}
          <Button variant="default" onClick={leave}>
            {words.cancel}
          </Button>
          {button}
        </div>
      )}
    </form>
  );
}

function useSaving(save: () => Promise<unknown>) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // A form that opens from another one is not that one.
    event.stopPropagation();
    setBusy(true);
    setError(undefined);
    try {
      await save();
    } catch (failure) {
      setError((failure as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return { error, busy, submit };
}
