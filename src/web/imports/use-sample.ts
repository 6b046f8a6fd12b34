/** The first rows of a file as a mapping would book them, read again as the mapping changes. */
import { useEffect, useState } from "react";
import type { OutputOf } from "../api/client.ts";
import { sendFile } from "../api/send-file.ts";
import { useBook } from "../base/open-book.ts";
import type { SentFile } from "./last-file.ts";

export type Sample = OutputOf<"POST /api/imports/sample">;

/** A larger file is not sent again with every choice. */
const AUTOMATIC_BYTES = 3_000_000;
/** Choices that follow one another are sent once. */
const PAUSE_MS = 300;

export interface Sampling {
  /** What was read last; undefined until something was. */
  sample: Sample | undefined;
  error: string | undefined;
  busy: boolean;
  /** Reads the sample; undefined where that happens by itself. */
  run: (() => void) | undefined;
}

/** `mapping` is the JSON that is sent. */
export function useSample(sent: SentFile | undefined, mapping: string): Sampling {
  const { userId } = useBook();
  const [wanted, setWanted] = useState("");
  const [sample, setSample] = useState<Sample>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const automatic = sent !== undefined && sent.file.size <= AUTOMATIC_BYTES;
  const now = automatic ? mapping : wanted;
  useEffect(() => {
    if (sent === undefined || now === "") return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      setBusy(true);
      try {
        const fields = { userId: String(userId), ...sent.fields, mapping: now };
        const found = await sendFile("/api/imports/sample", fields, sent.file, stop.signal);
        setSample(found as Sample);
        setError(undefined);
      } catch (failure) {
        if (!stop.signal.aborted) setError((failure as Error).message);
      } finally {
        if (!stop.signal.aborted) setBusy(false);
      }
    }, PAUSE_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [userId, sent, now]);
  const run = sent === undefined || automatic ? undefined : () => setWanted(mapping);
  return { sample, error, busy, run };
}
