/** A table that nobody knows: its columns are named once, the file is read again, and remembered. */
import { Button, NativeSelect } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { FileInput } from "../parts/file-input.tsx";
import { Card } from "../parts/page.tsx";
import { useWords } from "../words/words.ts";
import type { ImportDetail } from "./detail.ts";
import { lastFileNamed } from "./last-file.ts";
import { ImportProgress } from "./progress.tsx";
import { useReading } from "./use-reading.ts";

/** What the service proposes for a table. */
interface TableProposal {
  headers: string[];
  rows: string[][];
  fingerprint: string;
  mapping: {
    columns: Record<string, string | undefined>;
    model: string;
    flipSign?: boolean;
    dateOrder?: string;
  };
  questions: { code: string; text: string }[];
}

const ROLES = [
  "date",
  "amount",
  "in",
  "out",
  "type",
  "counterparty",
  "description",
  "category",
  "account",
] as const;
const MODELS = ["signed", "in-out", "typed"] as const;
const ORDERS = ["ymd", "dmy", "mdy"] as const;

export function Mapping({ detail }: { detail: ImportDetail }) {
  const words = useWords();
  const [table] = (detail.tables ?? []) as TableProposal[];
  return (
    <Card title={words.importStatus.unmapped}>
      <p className="muted">{words.columnsUnknown}</p>
      {table && <MappingForm table={table} fileName={detail.fileName} />}
    </Card>
  );
}

function MappingForm({ table, fileName }: { table: TableProposal; fileName: string }) {
  const words = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [columns, setColumns] = useState(table.mapping.columns);
  const [model, setModel] = useState(table.mapping.model);
  const [order, setOrder] = useState(table.mapping.dateOrder ?? "ymd");
  const { read, cancel, progress, error } = useReading();
  const readMapped = (file: File) => {
    const named = Object.fromEntries(Object.entries(columns).filter(([, column]) => column));
    const mapping = { ...table.mapping, columns: named, model, dateOrder: order };
    return read(file, { mapping: JSON.stringify(mapping) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const file = lastFileNamed(fileName);
    // After a reload the browser no longer has the file: it is chosen again.
    if (file) void readMapped(file);
    else input.current?.click();
  };
  return (
    <form className="form" onSubmit={submit}>
      <TableHead table={table} />
      {table.questions.map(({ code, text }) => (
        <p key={code} className="import-asked">
          {text}
        </p>
      ))}
      <div className="mapping-fields">
        <NativeSelect
          label={words.mappingModel}
          value={model}
          data={MODELS.map((value) => ({ value, label: words.mappingModels[value] as string }))}
          onChange={(event) => setModel(event.currentTarget.value)}
        />
        <NativeSelect
          label={words.mappingOrder}
          value={order}
          data={ORDERS.map((value) => ({ value, label: words.mappingOrders[value] as string }))}
          onChange={(event) => setOrder(event.currentTarget.value)}
        />
        {ROLES.map((role) => (
          <NativeSelect
            key={role}
            label={words.columnOf[role]}
            value={columns[role] ?? ""}
            data={["", ...table.headers]}
            onChange={(event) => setColumns({ ...columns, [role]: event.currentTarget.value })}
          />
        ))}
      </div>
      {error && (
        <p className="entry-error" role="alert">
          {error}
        </p>
      )}
      <FileInput ref={input} label={words.chooseFile} choose={(file) => void readMapped(file)} />
      {progress ? (
        <ImportProgress progress={progress} cancel={cancel} />
      ) : (
        <div className="form-actions">
          <Button type="submit">{words.readWithColumns}</Button>
        </div>
      )}
    </form>
  );
}

function TableHead({ table }: { table: TableProposal }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="mapping-table" tabIndex={0} aria-label={table.headers.join()}>
      <table>
        <thead>
          <tr>
            {table.headers.map((header) => (
              <th key={header}>{header}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, 3).map((row) => (
            <tr key={row.join("\u0000")}>
              {row.map((cell, column) => (
                <td key={table.headers[column] ?? column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
