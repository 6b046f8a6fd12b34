/** 从备份恢复: a downloaded book goes into an empty one. */
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useActions } from "../api/actions.ts";
import { type OutputOf, readEnvelope, send } from "../api/client.ts";
import { authorization } from "../api/session.ts";
import { useBook } from "../shell/book.ts";
import { showError, showToast } from "../toast.tsx";
import { useWords } from "../words/words.ts";

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
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={words.restoreBook}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) void restore(file);
        }}
      />
    </>
  );
}

async function loadBook(userId: number, file: File): Promise<OutputOf<"POST /api/book">> {
  const form = new FormData();
  form.set("userId", String(userId));
  form.set("file", file);
  const headers = await authorization();
  const response = await send("/api/book", { method: "POST", headers, body: form });
  return (await readEnvelope(response)) as OutputOf<"POST /api/book">;
}
