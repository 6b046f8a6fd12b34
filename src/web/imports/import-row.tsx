/** One row of a preview: whether it is booked, and under what. */
import { Checkbox } from "@mantine/core";
import { memo, useEffect, useState } from "react";
import { fenOf } from "../api/book.ts";
import { CategoryIcon } from "../entry/categories.tsx";
import { useCategories } from "../entry/use-entry.ts";
import { Money } from "../parts/money.tsx";
import { useWords, type Words } from "../words/words.ts";
import type { Decisions, ImportLine } from "./detail.ts";
import { RuleOffer } from "./rule-offer.tsx";

interface ImportRowProps {
  row: ImportLine;
  importId: number;
  decide: (body: Decisions) => Promise<unknown>;
}

export const ImportRowLine = memo(function ImportRowLine({
  row,
  importId,
  decide,
}: ImportRowProps) {
  const words = useWords();
  // Seen at once; the service's answer has the last word.
  const [taken, setTaken] = useState(row.action !== "skip");
  useEffect(() => setTaken(row.action !== "skip"), [row.action]);
  const known = row.fate === "known";
  // A row that is booked already can only be brought up to date.
  const wanted = row.fate === "changed" ? ("update" as const) : ("import" as const);
  const name = `${titleOf(row, words)} ${row.amount}`;
  const income = row.kind === "income" || row.kind === "refund";
  const plain = income || row.kind === "expense";
  return (
    <div
      className="import-row"
      data-known={known || undefined}
      data-skipped={(!taken && !known) || undefined}
    >
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is its control */}
      <label className="import-check">
        <Checkbox
          aria-label={`${words.importRow} ${name}`}
          checked={taken}
          disabled={known}
          onChange={() => {
            setTaken(!taken);
            void decide({ rows: [{ numbers: [row.number], action: taken ? "skip" : wanted }] });
          }}
        />
      </label>
      <CategoryIcon
        category={row.kind === "transfer" ? "转账" : row.category || "其他"}
        size={34}
      />
      <RowText row={row} />
      {plain && <CategoryPick name={name} row={row} taken={taken} decide={decide} />}
      <Money
        amount={fenOf(row.amount)}
        {...(plain && { as: income ? ("income" as const) : ("expense" as const) })}
      />
      {row.suggestion && <SameChoice name={name} row={row} decide={decide} />}
      {plain && taken && <RuleOffer row={row} importId={importId} decide={decide} />}
    </div>
  );
});

/** Some rows name nobody and nothing, as the return of a red packet: then it is called by its kind. */
function titleOf(row: ImportLine, words: Words): string {
  return row.counterparty || row.description || words.rowKinds[row.kind] || "";
}

function RowText({ row }: { row: ImportLine }) {
  const words = useWords();
  // What is asked stands out; why a row is what it is, is told.
  const questions = (row.questions ?? []).map(({ text }) => text);
  const asked = new Set([...questions, row.suggestion?.reason].filter(Boolean));
  const told = row.reason && !asked.has(row.reason) ? row.reason : "";
  // The note begins with the counterparty, who stands above it already.
  const rest = row.description.startsWith(row.counterparty)
    ? row.description.slice(row.counterparty.length).trim()
    : row.description;
  return (
    <span className="record-text">
      <span className="ellipsis">{titleOf(row, words)}</span>
      <span className="record-sub ellipsis">
        {[row.time.slice(0, 16).replace("T", " "), rest, words.rowKinds[row.kind]]
          .filter(Boolean)
          .join(" · ")}
      </span>
      {told && <span className="record-sub">{told}</span>}
      {asked.size > 0 && <span className="record-sub import-asked">{[...asked].join("；")}</span>}
    </span>
  );
}

interface SameChoiceProps extends Pick<ImportRowProps, "row" | "decide"> {
  name: string;
}

/** A row that is perhaps in the book: both answers are open, and none is taken unasked. */
function SameChoice({ name, row, decide }: SameChoiceProps) {
  const words = useWords();
  const merge = words.mergeChoices[row.suggestion?.kind ?? ""] ?? words.rowChoices.merge;
  // A refund that is linked to its purchase is booked all the same.
  const linked = row.suggestion?.kind === "refund" && row.refundOf !== undefined;
  return (
    <select
      className="chip import-same"
      aria-label={`${words.rowChoice} ${name}`}
      value={linked && row.action === "import" ? "merge" : row.action}
      onChange={(event) => {
        const action = event.target.value as "import" | "merge" | "skip";
        void decide({ rows: [{ numbers: [row.number], action }] });
      }}
    >
      <option value="import">{words.rowChoices.import}</option>
      <option value="merge">{merge}</option>
      <option value="skip">{words.rowChoices.skip}</option>
    </select>
  );
}

interface CategoryPickProps {
  name: string;
  row: ImportLine;
  taken: boolean;
  decide: ImportRowProps["decide"];
}

function CategoryPick({ name, row, taken, decide }: CategoryPickProps) {
  const words = useWords();
  // A refund lowers what was spent on its category.
  const categories = useCategories(row.kind === "income" ? "income" : "expense");
  return (
    <select
      className="chip import-category"
      aria-label={`${words.category} ${name}`}
      value={row.category}
      disabled={!taken}
      onChange={(event) =>
        void decide({ rows: [{ numbers: [row.number], category: event.target.value }] })
      }
    >
      {[...new Set([row.category, ...categories])].map((category) => (
        <option key={category}>{category}</option>
      ))}
    </select>
  );
}
