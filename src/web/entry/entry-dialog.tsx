/** 记一笔: a sheet with its own keypad on the phone, a dialog for the keyboard at the desk. */
import { useEffect } from "react";
import { useDesk } from "../base/screen.ts";
import { Dialog, Sheet } from "../ui/dialog.tsx";
import { hideToast } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";
import { DeskEntry } from "./desk-entry.tsx";
import { refundedBy, titleOf } from "./entry-form.ts";
import { closeEntry, type Entry } from "./entry-store.ts";
import { PhoneEntry } from "./phone-entry.tsx";

export function EntryDialog({ entry }: { entry: Entry }) {
  const words = useWords();
  const desk = useDesk();
  // What was said before is not to lie over the form.
  useEffect(hideToast, []);
  const title = titleOf(entry, words);
  const brief = refundedBy(entry) !== undefined;
  if (desk) {
    return (
      <Dialog
        opened
        onClose={closeEntry}
        title={title}
        size={brief ? 440 : 760}
        transitionProps={{ duration: 120 }}
      >
        <DeskEntry key={keyOf(entry)} entry={entry} />
      </Dialog>
    );
  }
  return (
    <Sheet
      opened
      onClose={closeEntry}
      size="100%"
      withCloseButton={false}
      title={title}
      padding={0}
      transitionProps={{ duration: 160 }}
      classNames={{ content: "sheet", body: "sheet-body", header: "unseen" }}
    >
      <PhoneEntry key={keyOf(entry)} entry={entry} />
    </Sheet>
  );
}

/** Opened for something else, the form starts again. */
function keyOf(entry: Entry): string {
  const { record, transfer, draft, error } = entry;
  return [record?.id, transfer?.id, draft?.refundOf, error].join(" ");
}

export default EntryDialog;
