/** How a file was read: its encoding, and the columns of a table nobody knew, chosen again, forgotten or kept. */
import { Button } from "@mantine/core";
import { useRef } from "react";
import { FileInput } from "../ui/file-input.tsx";
import { Card } from "../ui/page.tsx";
import { type ImportWords, useImportWords } from "../words/imports.ts";
import type { Decisions, ImportDetail } from "./detail.ts";
import { lastFileNamed } from "./last-file.ts";
import type { Mapping } from "./mapping-model.ts";
import { ImportProgress } from "./progress.tsx";
import { EncodingSelect, isText } from "./reread.tsx";
import { useReading } from "./use-reading.ts";

interface LayoutMemoryProps {
  detail: ImportDetail;
  decide: (body: Decisions) => Promise<unknown>;
}

export function LayoutMemory({ detail, decide }: LayoutMemoryProps) {
  const words = useImportWords();
  const input = useRef<HTMLInputElement>(null);
  /** What is to be read otherwise, while the file is chosen once more. */
  const waiting = useRef<Record<string, string>>({});
  const { read, cancel, progress, error } = useReading();
  const tables = detail.bills.filter(({ mapping }) => mapping !== undefined);
  const encoding = detail.bills[0]?.encoding ?? "";
  if (tables.length === 0 && !isText(encoding)) return null;
  const again = (fields: Record<string, string>) => {
    const sent = lastFileNamed(detail.fileName);
    if (sent) void read(sent.file, { ...sent.fields, ...fields }, detail.id);
    else {
      waiting.current = fields;
      input.current?.click();
    }
  };
  const content = (
    <>
      {tables.map((table) => (
        <TableLayout
          key={table.layout}
          table={table}
          titled={tables.length > 1}
          forget={(forget) => void decide({ layouts: [{ layout: table.layout, forget }] })}
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
        choose={(file) => void read(file, waiting.current, detail.id)}
      />
      {progress ? (
        <ImportProgress progress={progress} cancel={cancel} />
      ) : (
        <>
          <EncodingSelect encoding={encoding} read={again} />
          {tables.length > 0 && (
            <Button variant="light" onClick={() => again({ askColumns: "true" })}>
              {words.columnsAgain}
            </Button>
          )}
        </>
      )}
    </>
  );
  if (tables.length > 0) return <Card title={words.layoutTitle}>{content}</Card>;
  return (
    <Card>
      <details className="fold">
        <summary>
          <h2>{words.encoding}</h2>
          <span className="muted">{encoding}</span>
        </summary>
        {content}
      </details>
    </Card>
  );
}

interface TableLayoutProps {
  table: ImportDetail["bills"][number];
  titled: boolean;
  forget: (forget: boolean) => void;
}

/** How one table's columns were read, and whether the next file of its layout will be read so. */
function TableLayout({ table, titled, forget }: TableLayoutProps) {
  const words = useImportWords();
  const { title, mapping, remembered, forgotten } = table;
  const kept = remembered ? words.layoutRemembered : words.layoutKept;
  return (
    <div className="layout-memory">
      {titled && <strong>{title}</strong>}
      <p>
        {remembered && <em className="tag">{words.rememberedSetting}</em>}
        {describe(mapping as Mapping, words)}
      </p>
      <p className="muted">{forgotten ? words.layoutForgotten : kept}</p>
      <Button variant="subtle" onClick={() => forget(!forgotten)}>
        {forgotten ? words.keepLayout : words.forgetLayout}
      </Button>
    </div>
  );
}

/** "日期 = Wann，金额 = Wieviel；正数是支出；日/月/年". */
function describe({ columns, flipSign, dateOrder, model }: Mapping, words: ImportWords): string {
  const named = Object.entries(columns).map(
    ([role, column]) => `${words.columnOf[role] ?? role} = ${column}`,
  );
  const rest = [
    model === "signed" && flipSign !== undefined ? words.positiveIs(flipSign) : "",
    words.mappingOrders[dateOrder ?? ""] ?? "",
  ];
  return [named.join("，"), ...rest].filter(Boolean).join("；");
}
