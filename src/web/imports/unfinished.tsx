/** A large import of which some parts are in the book: how far it is, and the way on or back. */
import { Button } from "@mantine/core";
import { Card } from "../ui/page.tsx";
import { useImportWords } from "../words/imports.ts";
import type { ImportDetail } from "./detail.ts";
import { ImportProgress } from "./progress.tsx";
import type { Progress } from "./upload.ts";
import { useUndo } from "./use-undo.ts";

interface UnfinishedProps {
  detail: ImportDetail;
  /** Of a commit that goes on from here. */
  progress: Progress | undefined;
  goOn: () => void;
}

export function Unfinished({ detail, progress, goOn }: UnfinishedProps) {
  const words = useImportWords();
  const { busy, undo } = useUndo(detail.id);
  const { written = 0, rowCount } = detail;
  const reached = Math.max(written, progress?.done ?? 0);
  return (
    <Card title={words.importUnfinished}>
      <ImportProgress progress={{ stage: "committing", done: reached, total: rowCount }} />
      <p>{words.importUnfinishedHint}</p>
      <div className="form-actions">
        <Button
          variant="light"
          color="red"
          loading={busy}
          disabled={progress !== undefined}
          onClick={undo}
        >
          {words.undoImport}
        </Button>
        <Button loading={progress !== undefined} disabled={busy} onClick={goOn}>
          {words.goOnImport}
        </Button>
      </div>
    </Card>
  );
}
