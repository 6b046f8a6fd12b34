/** Reads a bill for a page: its progress, its errors in words, and a way to stop it. */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { refreshBook } from "../api/change.ts";
import { ApiError, api } from "../api/client.ts";
import { useBook } from "../shell/book.ts";
import { showError } from "../toast.tsx";
import { rememberFile } from "./last-file.ts";
import { type Progress, readBill } from "./upload.ts";

export function useReading() {
  const { userId } = useBook();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [progress, setProgress] = useState<Progress>();
  const [error, setError] = useState<string>();
  /** The file that needs a password. */
  const [locked, setLocked] = useState<File>();
  const running = useRef<{ stop: AbortController; id?: number }>(undefined);
  // Leaving the page does not stop the reading: it is found under past imports.
  useEffect(() => () => running.current?.stop.abort(), []);

  async function read(file: File, fields: Record<string, string> = {}) {
    if (running.current) return;
    const run: { stop: AbortController; id?: number } = { stop: new AbortController() };
    running.current = run;
    setError(undefined);
    rememberFile(file);
    try {
      const id = await readBill(userId, file, fields, {
        signal: run.stop.signal,
        progress: (next, id) => {
          if (id !== undefined) run.id = id;
          setProgress(next);
        },
      });
      setLocked(undefined);
      await navigate({ to: "/import/$id", params: { id: String(id) } });
    } catch (failure) {
      const problem = failure instanceof ApiError ? failure.problem : "";
      if (problem.startsWith("password")) setLocked(file);
      if (!run.stop.signal.aborted && problem !== "cancelled") setError((failure as Error).message);
    } finally {
      running.current = undefined;
      setProgress(undefined);
      refreshBook(client, userId);
    }
  }

  function cancel() {
    const run = running.current;
    // Before it has an id, hanging up is enough: nothing has been read.
    if (run?.id === undefined) run?.stop.abort();
    else api("POST /api/imports/:id/cancel", { params: { id: run.id } }).catch(showError);
  }
  return { read, cancel, progress, error, locked, giveUp: () => setLocked(undefined) };
}
