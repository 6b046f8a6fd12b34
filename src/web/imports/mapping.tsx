/** Tables that nobody knows: their columns are named once, the file is read again, and remembered. */
import { Button } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { FileInput } from "../ui/file-input.tsx";
import { Card } from "../ui/page.tsx";
import { useImportWords } from "../words/imports.ts";
import type { ImportDetail } from "./detail.ts";
import { lastFileNamed, type SentFile } from "./last-file.ts";
import { type Mapping, mappingToSend, type TableProposal, withPatch } from "./mapping-model.ts";
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

function MappingForm({ tables, detail }: { tables: TableProposal[]; detail: ImportDetail }) {
  const words = useImportWords();
  const input = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState<SentFile | undefined>(() => lastFileNamed(detail.fileName));
  const [mappings, setMappings] = useState<Mapping[]>(() => tables.map(({ mapping }) => mapping));
  const { read, cancel, progress, error } = useReading();
  const mapping = JSON.stringify(mappings.map(mappingToSend));
  const sampling = useSample(sent, mapping);
  const reread = (fields: Record<string, string>, file = sent) => {
    // After a reload the browser no longer has the file: it is chosen again.
    if (file === undefined) input.current?.click();
    else void read(file.file, { ...file.fields, ...fields }, detail.id);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reread({ mapping });
  };
  if (progress) return <ImportProgress progress={progress} cancel={cancel} />;
  return (
    <form className="form" onSubmit={submit}>
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
          change={(patch) =>
            setMappings(mappings.map((one, index) => (index === at ? withPatch(one, patch) : one)))
          }
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
