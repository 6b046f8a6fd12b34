/** One row of a preview: whether it is booked, and under what. */
import { Checkbox } from "@mantine/core";
import { memo, useEffect, useState } from "react";
import { fenOf } from "../api/book.ts";
import { CategoryIcon } from "../entry/categories.tsx";
import { useCategories } from "../entry/use-entry.ts";
import { Money } from "../parts/money.tsx";
import { useWords } from "../words/words.ts";
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
  const name = `${row.counterparty || row.description} ${row.amount}`;
  const income = row.kind === "income" || row.kind === "refund";
  const plain = income || row.kind === "expense";
  return (
    <div className="import-row" data-skipped={!taken || undefined}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is its control */}
      <label className="import-check">
        <Checkbox
          aria-label={`${words.importRow} ${name}`}
          checked={taken}
          onChange={() => {
            setTaken(!taken);
            void decide({ rows: [{ numbers: [row.number], action: taken ? "skip" : "import" }] });
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
      {plain && taken && <RuleOffer row={row} importId={importId} decide={decide} />}
    </div>
  );
});

function RowText({ row }: { row: ImportLine }) {
  const words = useWords();
  const asked = [
    row.reason,
    ...(row.questions ?? []).map(({ text }) => text),
    row.suggestion?.reason,
  ].filter(Boolean);
  // The note begins with the counterparty, who stands above it already.
  const rest = row.description.startsWith(row.counterparty)
    ? row.description.slice(row.counterparty.length).trim()
    : row.description;
  return (
    <span className="record-text">
      <span className="ellipsis">{row.counterparty || row.description}</span>
      <span className="record-sub ellipsis">
        {[row.time.slice(0, 16).replace("T", " "), rest, words.rowKinds[row.kind]]
          .filter(Boolean)
          .join(" · ")}
      </span>
      {asked.length > 0 && <span className="record-sub import-why">{asked.join("；")}</span>}
    </span>
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
  const categories = useCategories(row.kind === "expense" ? "expense" : "income");
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
