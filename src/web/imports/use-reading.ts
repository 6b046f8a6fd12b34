/** Reads a bill for a page: its progress, its errors in words, and a way to stop it. */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { refreshBook } from "../api/change.ts";
import { ApiError, api } from "../api/client.ts";
import { useBook } from "../base/open-book.ts";
import { showError } from "../ui/toast.tsx";
import { rememberFile } from "./last-file.ts";
import { type Progress, readBill } from "./upload.ts";

/** A file that is not read yet, and the code of what the service asks about it. */
export interface AskedFile {
  file: File;
  problem: string;
}

export function useReading() {
  const { userId } = useBook();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [progress, setProgress] = useState<Progress>();
  const [error, setError] = useState<string>();
  /** The file that needs a password, or an answer, and what is asked. */
  const [asked, setAsked] = useState<AskedFile>();
  const running = useRef<{ stop: AbortController; id?: number }>(undefined);
  // Leaving the page does not stop the reading: it is found under past imports.
  useEffect(() => () => running.current?.stop.abort(), []);

  /** `instead` is an import that the new one takes the place of. Tells whether it was read. */
  async function read(file: File, fields: Record<string, string> = {}, instead?: number) {
    if (running.current) return false;
    const run: { stop: AbortController; id?: number } = { stop: new AbortController() };
    running.current = run;
    setError(undefined);
    const { mapping: _, header: __, askColumns: ___, ...about } = fields;
    rememberFile(file, about);
    try {
      const id = await readBill(userId, file, fields, {
        signal: run.stop.signal,
        progress: (next, id) => {
          if (id !== undefined) run.id = id;
          setProgress(next);
        },
      });
      setAsked(undefined);
      await navigate({
        to: "/import/$id",
        params: { id: String(id) },
        replace: instead !== undefined,
      });
      if (instead !== undefined) await api("DELETE /api/imports/:id", { params: { id: instead } });
      return true;
    } catch (failure) {
      const problem = failure instanceof ApiError ? failure.problem : "";
      if (/^(password|ask)-/.test(problem)) setAsked({ file, problem });
      if (!run.stop.signal.aborted && problem !== "cancelled") setError((failure as Error).message);
      return false;
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
  return { read, cancel, progress, error, asked, giveUp: () => setAsked(undefined) };
}
