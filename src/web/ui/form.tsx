/** The form of every dialog and card: it says why saving failed, and stays as it was. */
import { Button } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useWords } from "../words/words.ts";

interface FormProps {
  /** Saves; what it throws is said above the buttons. After that the form may be gone. */
  save: () => Promise<unknown>;
  /** On the button that saves. */
  label?: string;
  cancel?: () => void;
  /** Other buttons, before the two. */
  actions?: ReactNode;
  /** "rule-form": all in one row; the button then stands in it. */
  className?: string;
  children: ReactNode;
}

export function Form({ save, label, cancel, actions, className = "form", children }: FormProps) {
  const words = useWords();
  const { error, busy, submit } = useSaving(save);
  const button = (
    <Button type="submit" loading={busy}>
      {label ?? words.save}
    </Button>
  );
  return (
    <form className={className} onSubmit={submit}>
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
          <Button variant="default" onClick={cancel}>
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
