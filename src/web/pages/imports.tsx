/** 导入: a bill comes in here, and past ones can be looked at and undone. */
import { Button } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { dayOf } from "../../ledger/calendar.ts";
import * as queries from "../api/queries.ts";
import { useBook } from "../base/open-book.ts";
import { useDesk } from "../base/screen.ts";
import { AskDialog } from "../imports/ask-dialog.tsx";
import { ImportProgress } from "../imports/progress.tsx";
import { takeSharedFile } from "../imports/shared-file.ts";
import { billsOf, periodOf } from "../imports/title.ts";
import { useReading } from "../imports/use-reading.ts";
import { ReadError } from "../ui/error-boundary.tsx";
import { FileInput } from "../ui/file-input.tsx";
import { Card, Page } from "../ui/page.tsx";
import { showError } from "../ui/toast.tsx";
import { useImportWords } from "../words/imports.ts";
import "./imports.css";

const route = getRouteApi("/import");

export function Imports() {
  const words = useImportWords();
  const { userId, zone } = useBook();
  const { data, error, refetch } = useQuery(queries.imports(userId));
  return (
    <Page title={words.imports} back="/more">
      <DropZone />
      <Card title={words.pastImports} className="import-list">
        {error && !data && <ReadError error={error} retry={() => void refetch()} />}
        {!data && !error && <div className="skeleton" style={{ height: "5rem" }} />}
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
                  {found.written === undefined
                    ? words.importStatus[found.status]
                    : words.importPart(found.written, found.rowCount)}
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
  const words = useImportWords();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const desk = useDesk();
  const { read, cancel, progress, error, asked, giveUp } = useReading();
  const reading = useRef(read);
  reading.current = read;
  const { shared } = route.useSearch();
  const navigate = route.useNavigate();
  useEffect(() => {
    if (!shared) return;
    void navigate({ search: {}, replace: true });
    takeSharedFile().then((file) => file && reading.current(file), showError);
  }, [shared, navigate]);
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
      {error && !asked && (
        <p className="entry-error" role="alert">
          {error}
        </p>
      )}
      {asked && (
        <AskDialog
          problem={asked.problem}
          error={error}
          busy={progress !== undefined}
          close={giveUp}
          read={(fields) => void read(asked.file, fields)}
        />
      )}
    </section>
  );
}
