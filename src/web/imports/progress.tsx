/** How far an import is, with the way out. */
import { Button } from "@mantine/core";
import { useImportWords } from "../words/imports.ts";
import type { Progress } from "./upload.ts";
import "./progress.css";

interface ImportProgressProps {
  progress: Progress;
  /** Stops the work; absent where it cannot be stopped. */
  cancel?: (() => void) | undefined;
}

export function ImportProgress({ progress, cancel }: ImportProgressProps) {
  const words = useImportWords();
  const { stage, done, total } = progress;
  const name = words.importStages[stage] as string;
  const known = total > 0;
  return (
    <div className="import-progress">
      <p role="status" aria-live="polite">
        <span>{name}</span>
        {known && (
          <span className="money">
            {done.toLocaleString("en-US")} / {total.toLocaleString("en-US")}
          </span>
        )}
      </p>
      <div
        className="progress"
        role="progressbar"
        aria-label={name}
        {...(known && { "aria-valuenow": done, "aria-valuemin": 0, "aria-valuemax": total })}
        data-known={known || undefined}
      >
        <i style={known ? { width: `${(100 * done) / total}%` } : {}} />
      </div>
      {cancel && (
        <Button variant="default" onClick={cancel}>
          {words.cancel}
        </Button>
      )}
    </div>
  );
}
