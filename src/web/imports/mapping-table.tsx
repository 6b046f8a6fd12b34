/** One table of a file: its first lines, what must be known of it, its columns, and its rows as read. */
import { Checkbox, NativeSelect } from "@mantine/core";
import { useId } from "react";
import { useImportWords } from "../words/imports.ts";
import { LiveRows } from "./live-rows.tsx";
import { MappingFields } from "./mapping-fields.tsx";
import {
  answerOf,
  type Mapping,
  type MappingPatch,
  type MappingQuestion,
  type TableProposal,
} from "./mapping-model.ts";
import type { Sampling } from "./use-sample.ts";

interface MappingTableProps {
  table: TableProposal;
  mapping: Mapping;
  /** The file has others: each is named, and may be left out. */
  several: boolean;
  sampling: Sampling;
  change: (patch: MappingPatch) => void;
}

export function MappingTable({ table, mapping, several, sampling, change }: MappingTableProps) {
  const words = useImportWords();
  const title = words.tableTitle(table.sheet, table.headerLine, table.rowCount);
  const found = sampling.sample?.tables.find(({ layout }) => layout === table.fingerprint);
  return (
    <section className="mapping-one" aria-label={title}>
      {several && (
        <div className="mapping-title">
          <h3>{title}</h3>
          <Checkbox
            label={words.takeTable}
            aria-label={`${words.takeTable} ${title}`}
            checked={!mapping.leftOut}
            onChange={(event) => change(takeTable(event.currentTarget.checked))}
          />
        </div>
      )}
      <TableHead table={table} columns={mapping.columns} />
      {!mapping.leftOut && (
        <div className="mapping-halves">
          <div className="form">
            <Questions
              questions={(found?.questions as MappingQuestion[] | undefined) ?? table.questions}
              mapping={mapping}
              change={change}
            />
            <MappingFields
              table={table}
              mapping={{ ...(found?.mapping as Mapping | undefined), ...mapping }}
              words={found?.words ?? table.words}
              change={change}
            />
          </div>
          <LiveRows sampling={sampling} fingerprint={table.fingerprint} />
        </div>
      )}
    </section>
  );
}

function takeTable(taken: boolean): MappingPatch {
  // A key that is not there says that the table is read.
  return (taken ? { leftOut: undefined } : { leftOut: true }) as MappingPatch;
}

interface QuestionsProps extends Pick<MappingTableProps, "mapping" | "change"> {
  questions: MappingQuestion[];
}

/** What the columns do not prove; a column that was chosen meanwhile settles its question. */
function Questions({ questions, mapping, change }: QuestionsProps) {
  const words = useImportWords();
  const { date, amount, in: into, out } = mapping.columns;
  const settled: Record<string, boolean> = {
    "no-date": date !== undefined,
    "no-amount": [amount, into, out].some((column) => column !== undefined),
  };
  // The words of the type column are asked one below the other.
  const asked = questions.filter(
    (one) =>
      one.code !== "type-word" && (answerOf(one, mapping) >= 0 || settled[one.code] !== true),
  );
  if (asked.length === 0) return null;
  return (
    <fieldset className="mapping-questions">
      <legend>{words.mappingFirst}</legend>
      {asked.map((question) => {
        const { code, value, text, answers } = question;
        const chosen = answerOf(question, mapping);
        return (
          <NativeSelect
            key={`${code} ${value ?? ""}`}
            label={text}
            data-open={chosen < 0 || undefined}
            value={chosen < 0 ? "" : String(chosen)}
            data={[
              { value: "", label: words.pleaseChoose },
              ...answers.map((one, index) => ({ value: String(index), label: one.text })),
            ]}
            onChange={(event) => {
              const answer = answers[Number(event.currentTarget.value || -1)];
              if (answer) change(answer.mapping);
            }}
          />
        );
      })}
    </fieldset>
  );
}

/** The first lines as the file has them, with what each column is taken for. */
function TableHead({ table, columns }: { table: TableProposal; columns: Mapping["columns"] }) {
  const words = useImportWords();
  const id = useId();
  const roles = new Map(Object.entries(columns).map(([role, column]) => [column, role]));
  const columnKeys = table.headers.map((header, at) => `${id} ${at} ${header}`);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="mapping-table" tabIndex={0} aria-label={table.headers.join()}>
      <table>
        <thead>
          <tr>
            {table.headers.map((header, at) => (
              <th key={columnKeys[at]}>
                {header}
                {roles.has(header) && (
                  <em className="tag">{words.columnOf[roles.get(header) as string]}</em>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, 3).map((row) => (
            <tr key={row.join("\u0000")}>
              {table.headers.map((_, at) => (
                <td key={columnKeys[at]}>{row[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
