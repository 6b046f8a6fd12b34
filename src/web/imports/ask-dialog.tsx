/** What the service asks about a file before it can read it: a password, the order of dates, an encoding. */
import { Button, NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { DATE_ORDERS, ENCODINGS } from "../../contract/bill-answers.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useImportWords } from "../words/imports.ts";

interface AskDialogProps {
  /** The code of what is asked: "password-needed", "ask-date-order", "ask-encoding", "ask-date-field". */
  problem: string;
  error: string | undefined;
  busy: boolean;
  close: () => void;
  /** Reads the file again with the answer. */
  read: (fields: Record<string, string>) => void;
}

/** The field of the upload that answers. */
function fieldOf(problem: string): string {
  if (problem === "ask-date-order") return "dateOrder";
  if (problem === "ask-encoding") return "encoding";
  return problem === "ask-date-field" ? "dateField" : "password";
}

export function AskDialog({ problem, error, busy, close, read }: AskDialogProps) {
  const words = useImportWords();
  const field = fieldOf(problem);
  const [value, setValue] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    read({ [field]: value });
  };
  return (
    <Dialog
      opened
      onClose={close}
      title={field === "password" ? words.billPassword : words.billAsks}
    >
      <form className="form" onSubmit={submit}>
        {field === "password" && <p className="muted">{words.passwordNeeded}</p>}
        {error && (
          <p className="entry-error" role="alert">
            {error}
          </p>
        )}
        <AnswerInput field={field} value={value} setValue={setValue} />
        <div className="form-actions">
          <Button type="submit" loading={busy} disabled={value === ""}>
            {words.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface AnswerInputProps {
  field: string;
  value: string;
  setValue: (value: string) => void;
}

function AnswerInput({ field, value, setValue }: AnswerInputProps) {
  const words = useImportWords();
  const common = {
    size: "md",
    value,
    "data-autofocus": true,
    onChange: (event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value),
  };
  const pleaseChoose = { value: "", label: "—" };
  if (field === "dateOrder") {
    const orders = DATE_ORDERS.map((order) => ({
      value: order,
      label: words.mappingOrders[order] ?? "",
    }));
    return <NativeSelect {...common} label={words.mappingOrder} data={[pleaseChoose, ...orders]} />;
  }
  if (field === "encoding") {
    const data = [pleaseChoose, ...ENCODINGS.map((name) => ({ value: name, label: name }))];
    return <NativeSelect {...common} label={words.encoding} data={data} />;
  }
  if (field === "dateField") {
    return <TextInput {...common} label={words.dateField} maxLength={1} />;
  }
  return <PasswordInput {...common} label={words.billPassword} autoComplete="off" />;
}
