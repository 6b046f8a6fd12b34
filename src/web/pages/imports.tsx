/** 导入: a bill comes in here, and past ones can be looked at and undone. */
import { Button, Modal, PasswordInput } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type DragEvent, type FormEvent, useRef, useState } from "react";
import { dayOf } from "../../ledger/calendar.ts";
import * as queries from "../api/queries.ts";
import { ImportProgress } from "../imports/progress.tsx";
import { billsOf, periodOf } from "../imports/title.ts";
import { useReading } from "../imports/use-reading.ts";
import { ReadError } from "../parts/error-boundary.tsx";
import { FileInput } from "../parts/file-input.tsx";
import { Card, Page } from "../parts/page.tsx";
import { useBook } from "../shell/book.ts";
import { useDesk } from "../shell/screen.ts";
import { useWords } from "../words/words.ts";

export function Imports() {
  const words = useWords();
  const { userId, zone } = useBook();
  const { data, error, refetch } = useQuery(queries.imports(userId));
  return (
    <Page title={words.imports} back="/more">
      <DropZone />
      <Card title={words.pastImports} className="import-list">
        {error && !data && <ReadError error={error} retry={() => void refetch()} />}
        {!data && !error && <div className="skeleton" style={{ height: 80 }} />}
        {data?.length === 0 && <p className="muted">{words.noImports}</p>}
        <ul className="more-list">
          {data?.map((found) => (
            <li key={found.id}>
              <Link to="/import/$id" params={{ id: String(found.id) }}>
                <span className="record-text">
                  <span className="ellipsis">
                    {[billsOf(found), periodOf(found)].filter(Boolean).join(" ")}
                  </span>
                  <span className="record-sub ellipsis">
                    {found.bills.length > 0 && `${found.fileName} · `}
                    {found.rowCount > 0 && `${words.rowCount(found.rowCount)} · `}
                    {words.importedOn(dayOf(Date.parse(found.createdAt), zone))}
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

function DropZone() {
  const words = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const desk = useDesk();
  const { read, cancel, progress, error, locked, giveUp } = useReading();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) void read(file);
  };
  return (
    <section
      className="drop-zone"
      aria-label={words.dropFile}
      data-over={over || undefined}
      aria-busy={progress !== undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileImport size={40} stroke={1.4} aria-hidden="true" />
      {progress ? (
        <ImportProgress progress={progress} cancel={cancel} />
      ) : (
        <>
          <h2>{desk ? words.dropFile : words.chooseBill}</h2>
          <p className="muted">{words.dropHint}</p>
          <Button onClick={() => input.current?.click()}>{words.chooseFile}</Button>
        </>
      )}
      <FileInput ref={input} label={words.chooseFile} choose={(file) => void read(file)} />
      {error && !locked && (
        <p className="entry-error" role="alert">
          {error}
        </p>
      )}
      {locked && (
        <PasswordDialog
          error={error}
          busy={progress !== undefined}
          close={giveUp}
          open={(password) => void read(locked, { password })}
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
