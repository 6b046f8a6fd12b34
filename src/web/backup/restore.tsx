/** 从备份恢复: a downloaded book goes into an empty one. */

import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { UPLOAD_LIMIT } from "../../contract/limits.ts";
import { useActions } from "../api/actions.ts";
import type { OutputOf } from "../api/client.ts";
import { sendFile } from "../api/send-file.ts";
import { useBook } from "../base/open-book.ts";
import { FileInput } from "../ui/file-input.tsx";
import { showError, showToast } from "../ui/toast.tsx";
import { getWords, useWords } from "../words/words.ts";

export function RestoreBook({ disabled }: { disabled?: boolean }) {
  const words = useWords();
  const { userId } = useBook();
  const { change } = useActions();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const restore = async (file: File) => {
    setBusy(true);
    try {
      const { records } = await change(() => loadBook(userId, file));
      showToast({ text: words.bookRestored(records), tone: "good" });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant="light"
        loading={busy}
        disabled={disabled ?? false}
        onClick={() => input.current?.click()}
      >
        {words.restoreBook}
      </Button>
      <FileInput
        ref={input}
        label={words.restoreBook}
        accept=".json,application/json"
        choose={(file) => void restore(file)}
      />
    </>
  );
}

async function loadBook(userId: number, file: File): Promise<OutputOf<"POST /api/book">> {
  // A file that is too large is not sent only to be refused.
  if (file.size > UPLOAD_LIMIT) throw new Error(getWords().bookTooLarge(userId));
  const loaded = await sendFile("/api/book", { userId: String(userId) }, file);
  return loaded as OutputOf<"POST /api/book">;
}
