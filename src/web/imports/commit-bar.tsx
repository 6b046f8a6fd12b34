/** Above a preview, and with it wherever it is scrolled: what waits for an answer, and the way on. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { useImportWords } from "../words/imports.ts";
import { countOpen, type Group } from "./asks.ts";
import { countRows } from "./counts.ts";
import type { ImportDetail } from "./detail.ts";
import { ImportProgress } from "./progress.tsx";
import type { Progress } from "./upload.ts";
import "./commit-bar.css";

interface CommitBarProps {
  detail: ImportDetail;
  progress: Progress | undefined;
  /** Checkpoints that a commit makes. */
  points: number;
  /** Leads to the questions, or to the rows of a group. */
  show: (group: Group) => void;
  commit: () => void;
  cancel: () => void;
  drop: () => void;
}

export function CommitBar(props: CommitBarProps) {
  const { detail, progress, points, show, commit, cancel, drop } = props;
  const words = useImportWords();
  const [asking, setAsking] = useState(false);
  const { booked, merged, updated, open } = countRows(detail);
  const rows = booked + merged + updated;
  if (progress) {
    return (
      <section className="commit-bar" aria-label={words.previewActions}>
        <ImportProgress progress={progress} cancel={cancel} />
      </section>
    );
  }
  return (
    <section className="commit-bar" aria-label={words.previewActions}>
      <Asks detail={detail} rows={open} show={show} />
      <div className="commit-actions">
        <Button
          variant={open > 0 ? "light" : "filled"}
          disabled={rows + points === 0}
          onClick={commit}
        >
          {rows === 0 && points > 0
            ? words.commitPoints(points)
            : booked > 0 || rows === 0
              ? words.commitImport(booked)
              : words.commitOthers(rows)}
        </Button>
        <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
          {words.dropPreview}
        </Button>
      </div>
      <ConfirmDrop
        opened={asking}
        rows={detail.rowCount}
        close={() => setAsking(false)}
        drop={drop}
      />
    </section>
  );
}

const GROUPS = [
  ["questions", "asksQuestions"],
  ["similar", "asksSimilar"],
  ["unread", "asksUnread"],
] as const;

/** "3 个问题 · 12 行像是重复 · 2 行没有读懂": each leads there. */
function Asks({ detail, rows, show }: Pick<CommitBarProps, "detail" | "show"> & { rows: number }) {
  const words = useImportWords();
  const { questions } = detail;
  const counts = countOpen(questions);
  if (rows === 0) {
    const answered = questions.some((one) => one.answered > 0);
    return <p role="status">{answered ? words.asksAnswered : words.asksNothing}</p>;
  }
  return (
    <div className="commit-asks" role="status">
      {GROUPS.filter(([group]) => counts[group] > 0).map(([group, name]) => (
        <button key={group} type="button" className="filter-chip" onClick={() => show(group)}>
          {words[name](counts[group])}
        </button>
      ))}
      <span className="muted">{words.asksLeft(rows)}</span>
    </div>
  );
}

interface ConfirmDropProps {
  opened: boolean;
  rows: number;
  close: () => void;
  drop: () => void;
}

function ConfirmDrop({ opened, rows, close, drop }: ConfirmDropProps) {
  const words = useImportWords();
  return (
    <Dialog opened={opened} onClose={close} title={words.dropPreviewAsk}>
      <p>{words.dropPreviewHint(rows)}</p>
      <div className="form-actions">
        <Button variant="default" data-autofocus onClick={close}>
          {words.keepPreview}
        </Button>
        <Button
          color="red"
          onClick={() => {
            close();
            drop();
          }}
        >
          {words.dropPreview}
        </Button>
      </div>
    </Dialog>
  );
}
