/** Tables that nobody knows: their columns are named once, the file is read again, and remembered. */
import { Button } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { useTyped } from "../base/typed.ts";
import { FileInput } from "../ui/file-input.tsx";
import { Card } from "../ui/page.tsx";
import { Restored } from "../ui/restored.tsx";
import { useImportWords } from "../words/imports.ts";
import type { ImportDetail } from "./detail.ts";
import { lastFileNamed, type SentFile } from "./last-file.ts";
import {
  type Mapping,
  type MappingPatch,
  mappingToSend,
  type TableProposal,
  withPatch,
} from "./mapping-model.ts";
import { MappingTable } from "./mapping-table.tsx";
import { ImportProgress } from "./progress.tsx";
import { Reread } from "./reread.tsx";
import { useReading } from "./use-reading.ts";
import { useSample } from "./use-sample.ts";
import "./mapping.css";

export function Unmapped({ detail }: { detail: ImportDetail }) {
  const words = useImportWords();
  const tables = (detail.tables ?? []) as TableProposal[];
  return (
    <Card title={words.importStatus.unmapped}>
      <p className="muted mapping-hint">{words.columnsUnknown}</p>
      {tables.length > 0 && <MappingForm key={detail.id} tables={tables} detail={detail} />}
    </Card>
  );
}

/** What is proposed for the tables of an import, with what was chosen since, also before a reload. */
function useMappings(id: number, tables: TableProposal[]) {
  const subject = ["mapping", id, ...tables.map(({ fingerprint }) => fingerprint)].join(" ");
  const { form, set, typed } = useTyped<{ mappings: Mapping[] }>(subject, () => ({
    mappings: tables.map(({ mapping }) => mapping),
  }));
  const { mappings } = form;
  const change = (at: number, patch: MappingPatch) =>
    set({ mappings: mappings.map((one, index) => (index === at ? withPatch(one, patch) : one)) });
  return { mappings, change, typed };
}

function MappingForm({ tables, detail }: { tables: TableProposal[]; detail: ImportDetail }) {
  const words = useImportWords();
  const input = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState<SentFile | undefined>(() => lastFileNamed(detail.fileName));
  const { mappings, change, typed } = useMappings(detail.id, tables);
  const { read, cancel, progress, error } = useReading();
  const mapping = JSON.stringify(mappings.map(mappingToSend));
  const sampling = useSample(sent, mapping);
  const reread = (fields: Record<string, string>, file = sent) => {
    // After a reload the browser no longer has the file: it is chosen again.
    if (file === undefined) input.current?.click();
    else
      void read(file.file, { ...file.fields, ...fields }, detail.id).then(
        (isRead) => isRead && typed.drop(),
      );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reread({ mapping });
  };
  if (progress) return <ImportProgress progress={progress} cancel={cancel} />;
  return (
    <form className="form" onSubmit={submit}>
      <Restored at={typed.restored} discard={typed.discard} />
      {sent === undefined && (
        <Button variant="light" onClick={() => input.current?.click()}>
          {words.chooseForRows}
        </Button>
      )}
      <Reread encoding={tables[0]?.encoding ?? ""} header={mappings[0]?.header} read={reread} />
      {tables.map((table, at) => (
        <MappingTable
          key={`${table.fingerprint} ${table.headerLine} ${table.sheet}`}
          table={table}
          mapping={mappings[at] as Mapping}
          several={tables.length > 1}
          sampling={sampling}
          change={(patch) => change(at, patch)}
        />
      ))}
      {error && (
        <p className="entry-error" role="alert">
          {error}
        </p>
      )}
      <FileInput
        ref={input}
        label={words.chooseFile}
        choose={(file) => setSent({ file, fields: {} })}
      />
      <div className="form-actions">
        <Button type="submit">{words.readWithColumns}</Button>
      </div>
    </form>
  );
}
