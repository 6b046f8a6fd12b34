/** 导入: a bill comes in here, and past ones can be looked at and undone. */
import { Button, Modal, PasswordInput } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type DragEvent, type FormEvent, useRef, useState } from "react";
import { dayOf } from "../../ledger/calendar.ts";
import { refreshBook } from "../api/change.ts";
import { ApiError } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import { rememberFile } from "../imports/last-file.ts";
import { uploadBill } from "../imports/upload.ts";
import { Card, Page } from "../parts/page.tsx";
import { useBook } from "../shell/book.ts";
import { useWords } from "../words/words.ts";

export function Imports() {
  const words = useWords();
  const { userId, zone } = useBook();
  const { data } = useQuery(queries.imports(userId));
  return (
    <Page title={words.imports} back="/more">
      <DropZone />
      <Card title={words.pastImports} className="import-list">
        {data === undefined && <div className="skeleton" style={{ height: 80 }} />}
        {data?.length === 0 && <p className="muted">{words.noImports}</p>}
        <ul className="more-list">
          {data?.map((found) => (
            <li key={found.id}>
              <Link to="/import/$id" params={{ id: String(found.id) }}>
                <span className="record-text">
                  <span className="ellipsis">{found.fileName}</span>
                  <span className="record-sub">
                    {found.bills.map((bill) => bill.title).join("、")}
                    {" · "}
                    {words.countOf(found.rowCount)}
                    {" · "}
                    {dayOf(Date.parse(found.createdAt), zone)}
                  </span>
                </span>
                <span className="badge" data-status={found.status}>
                  {words.importStatus[found.status]}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  );
}

/** Sends the file and leads to its preview; asks for the password where one is needed. */
function useUpload() {
  const { userId } = useBook();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [locked, setLocked] = useState<File>();
  async function upload(file: File, password?: string) {
    setBusy(true);
    setError(undefined);
    try {
      rememberFile(file);
      const id = await uploadBill(userId, file, password ? { password } : {});
      refreshBook(client, userId);
      setLocked(undefined);
      await navigate({ to: "/import/$id", params: { id: String(id) } });
    } catch (failure) {
      if (failure instanceof ApiError && failure.problem.startsWith("password")) setLocked(file);
      setError((failure as Error).message);
    } finally {
      setBusy(false);
    }
  }
  return { upload, busy, error, locked, giveUp: () => setLocked(undefined) };
}

function DropZone() {
  const words = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { upload, busy, error, locked, giveUp } = useUpload();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) void upload(file);
  };
  return (
    <section
      className="drop-zone"
      aria-label={words.dropFile}
      data-over={over || undefined}
      aria-busy={busy}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileImport size={40} stroke={1.4} aria-hidden="true" />
      <h2>{busy ? words.readingBill : words.dropFile}</h2>
      <p className="muted">{words.dropHint}</p>
      <Button loading={busy} onClick={() => input.current?.click()}>
        {words.chooseFile}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words.chooseFile}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) void upload(file);
        }}
      />
      {error && !locked && (
        <p className="entry-error" role="alert">
          {error}
        </p>
      )}
      {locked && (
        <PasswordDialog
          error={error}
          busy={busy}
          close={giveUp}
          open={(password) => void upload(locked, password)}
        />
      )}
    </section>
  );
}

interface PasswordDialogProps {
  error: string | undefined;
  busy: boolean;
  close: () => void;
  open: (password: string) => void;
}

function PasswordDialog({ error, busy, close, open }: PasswordDialogProps) {
  const words = useWords();
  const [password, setPassword] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    open(password);
  };
  return (
    <Modal
      opened
      onClose={close}
      title={words.billPassword}
      closeButtonProps={{ "aria-label": words.close }}
    >
      <form className="form" onSubmit={submit}>
        <p className="muted">{words.passwordNeeded}</p>
        <PasswordInput
          size="md"
          label={words.billPassword}
          data-autofocus
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {error && (
          <p className="entry-error" role="alert">
            {error}
          </p>
        )}
        <div className="form-actions">
          <Button type="submit" loading={busy} disabled={password === ""}>
            {words.confirm}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
