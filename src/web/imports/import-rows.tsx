/** The rows of a preview, by what is to become of them. */
import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { fenOf } from "../api/book.ts";
import * as queries from "../api/queries.ts";
import { CategoryIcon } from "../entry/categories.tsx";
import { useCategories } from "../entry/use-entry.ts";
import { Money } from "../parts/money.tsx";
import { Card } from "../parts/page.tsx";
import { useBook } from "../shell/book.ts";
import { useWords } from "../words/words.ts";
import type { Decisions, ImportDetail, ImportLine } from "./detail.ts";

interface ImportRowsProps {
  detail: ImportDetail;
  decide: (body: Decisions) => void;
}

export function ImportRows({ detail, decide }: ImportRowsProps) {
  const words = useWords();
  const { userId } = useBook();
  const [fate, setFate] = useState<queries.Fate>();
  const { data } = useQuery(queries.importRows(userId, detail.id, fate));
  const counts = new Map<string, number>();
  for (const { fate: of, count } of detail.fates) counts.set(of, (counts.get(of) ?? 0) + count);
  return (
    <Card title={words.importRows} className="import-rows">
      <fieldset className="filter-chips" aria-label={words.filters}>
        <FateChip
          name={words.all}
          count={detail.rowCount}
          on={fate === undefined}
          set={() => setFate(undefined)}
        />
        {[...counts].map(([of, count]) => (
          <FateChip
            key={of}
            name={words.fates[of] ?? of}
            count={count}
            on={fate === of}
            set={() => setFate(of as queries.Fate)}
          />
        ))}
      </fieldset>
      {data === undefined && <div className="skeleton" style={{ height: 320 }} />}
      {data?.map((row) => (
        <ImportRowLine key={row.number} row={row} decide={decide} />
      ))}
    </Card>
  );
}

interface FateChipProps {
  name: string;
  count: number;
  on: boolean;
  set: () => void;
}

function FateChip({ name, count, on, set }: FateChipProps) {
  return (
    <button type="button" className="filter-chip" aria-pressed={on} onClick={set}>
      {name} {count}
    </button>
  );
}

function ImportRowLine({ row, decide }: { row: ImportLine; decide: (body: Decisions) => void }) {
  const words = useWords();
  const income = row.kind === "income" || row.kind === "refund";
  const categories = useCategories(income ? "income" : "expense");
  // Seen at once; the service's answer has the last word.
  const [taken, setTaken] = useState(row.action !== "skip");
  useEffect(() => setTaken(row.action !== "skip"), [row.action]);
  const name = `${row.counterparty || row.description} ${row.amount}`;
  const plain = row.kind === "income" || row.kind === "expense" || row.kind === "refund";
  return (
    <div className="import-row" data-skipped={!taken || undefined}>
      <Checkbox
        aria-label={`${words.importRow} ${name}`}
        checked={taken}
        onChange={() => {
          setTaken(!taken);
          decide({ rows: [{ numbers: [row.number], action: taken ? "skip" : "import" }] });
        }}
      />
      <CategoryIcon
        category={row.kind === "transfer" ? "转账" : row.category || "其他"}
        size={34}
      />
      <span className="record-text">
        <span className="ellipsis">{row.counterparty || row.description}</span>
        <span className="record-sub ellipsis">
          {[row.time.slice(0, 16).replace("T", " "), row.description, words.rowKinds[row.kind]]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {(row.reason || row.questions || row.suggestion) && (
          <span className="record-sub import-why">
            {[row.reason, ...(row.questions ?? []).map(({ text }) => text), row.suggestion?.reason]
              .filter(Boolean)
              .join("；")}
          </span>
        )}
      </span>
      {plain && (
        <select
          className="chip import-category"
          aria-label={`${words.category} ${name}`}
          value={row.category}
          disabled={!taken}
          onChange={(event) =>
            decide({ rows: [{ numbers: [row.number], category: event.target.value }] })
          }
        >
          {[...new Set([row.category, ...categories])].map((category) => (
            <option key={category}>{category}</option>
          ))}
        </select>
      )}
      <Money
        amount={fenOf(row.amount)}
        {...(plain && { as: income ? ("income" as const) : ("expense" as const) })}
      />
    </div>
  );
}
