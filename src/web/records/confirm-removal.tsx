/** Asks before many records are deleted at once, and says how many and how much that is. */
import { Button } from "@mantine/core";
import type { RecordType } from "../../contract/fields.ts";
import { counted } from "../../ledger/effect.ts";
import { addFen, type Fen, ZERO } from "../../ledger/money.ts";
import { type BookLine, type BookRecord, isTransfer } from "../api/models.ts";
import { moneyText } from "../base/money.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useWords } from "../words/words.ts";

/** More than this many are deleted only once the person has confirmed it. */
const UNASKED = 20;

export function needsConfirmation(lines: BookLine[]): boolean {
  return lines.length > UNASKED;
}

interface ConfirmRemovalProps {
  lines: BookLine[];
  close: () => void;
  remove: () => void;
}

export function ConfirmRemoval({ lines, close, remove }: ConfirmRemovalProps) {
  const words = useWords();
  const sum = (type: RecordType) => {
    const records = lines.filter((line): line is BookRecord => !isTransfer(line));
    const ofType = records.map(counted).filter((one) => one.type === type);
    return moneyText(addFen(ZERO, ...ofType.map(({ amount }) => amount)) as Fen);
  };
  return (
    <Dialog opened onClose={close} title={words.removeMany(lines.length)}>
      <p>{words.removeManyHint(sum("expense"), sum("income"))}</p>
      <div className="form-actions">
        <Button variant="default" onClick={close}>
          {words.cancel}
        </Button>
        <Button color="red" data-autofocus onClick={remove}>
          {words.remove}
        </Button>
      </div>
    </Dialog>
  );
}
