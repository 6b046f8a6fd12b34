/** One row of a preview: whether it is booked, and under what. */
import { Checkbox } from "@mantine/core";
import { memo, useEffect, useState } from "react";
import { fenOf } from "../api/models.ts";
import { CategoryPicker } from "../categories/category-picker.tsx";
import { CategoryIcon } from "../ui/categories.tsx";
import { Money } from "../ui/money.tsx";
import { type ImportWords, useImportWords } from "../words/imports.ts";
import { groupOf } from "./asks.ts";
import type { Decisions, ImportLine } from "./detail.ts";
import { RuleOffer } from "./rule-offer.tsx";
import "./import-row.css";

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
  const words = useImportWords();
  // Seen at once; the service's answer has the last word.
  const [taken, setTaken] = useState(row.action !== "skip");
  useEffect(() => setTaken(row.action !== "skip"), [row.action]);
  const known = row.fate === "known";
  const wanted = wantedOf(row);
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
      <Money
        amount={fenOf(row.amount)}
        {...(plain && { as: income ? ("income" as const) : ("expense" as const) })}
      />
      <div className="import-picks">
        {isUnsure(row) && <KindPick name={name} row={row} decide={decide} />}
        {row.suggestion && <SameChoice name={name} row={row} decide={decide} />}
        {plain && <CategoryPick name={name} row={row} taken={taken} decide={decide} />}
      </div>
      {plain && taken && <RuleOffer row={row} importId={importId} decide={decide} />}
    </div>
  );
});

/** What the tick of a row does: one that is booked already can only be brought up to date. */
function wantedOf({ fate, suggestion }: ImportLine): "import" | "merge" | "update" {
  if (fate === "changed") return "update";
  return fate === "planned" && suggestion ? "merge" : "import";
}

/** Some rows name nobody and nothing, as the return of a red packet: then it is called by its kind. */
function titleOf(row: ImportLine, words: ImportWords): string {
  return row.counterparty || row.description || words.rowKinds[row.kind] || "";
}

/** What a row says of itself. */
export function RowText({ row }: { row: ImportLine }) {
  const words = useImportWords();
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
      {isUnread(row) && <RawCells row={row} />}
      {asked.size > 0 && (
        <span
          className={
            row.decided || row.fate === "planned" ? "record-sub" : "record-sub import-asked"
          }
        >
          {[...asked].join("；")}
        </span>
      )}
    </span>
  );
}

/** The file's own words, where the row could not be read. */
function RawCells({ row }: { row: ImportLine }) {
  const words = useImportWords();
  const cells = Object.entries(row.raw ?? {}).filter(([, cell]) => cell !== "");
  if (cells.length === 0) return null;
  return (
    <span className="record-sub import-unread">
      {words.rawCells}：{cells.map(([name, cell]) => `${name} ${cell}`).join("，")}
    </span>
  );
}

function isUnread({ questions = [] }: ImportLine): boolean {
  return questions.some((one) => groupOf(one) === "unread");
}

/** Whether a person may say what the row is: it asks something, and it has a day and an amount. */
function isUnsure({ questions = [], kind, time, amount, fate }: ImportLine): boolean {
  const known = fate === "known" || fate === "changed";
  return questions.length > 0 && kind !== "opening" && time !== "" && amount > 0 && !known;
}

const KINDS = ["expense", "income", "refund", "fee", "skip"] as const;

function KindPick({
  name,
  row,
  decide,
}: Pick<ImportRowProps, "row" | "decide"> & { name: string }) {
  const words = useImportWords();
  const { kind, number } = row;
  const offered = kind === "transfer" ? [kind, ...KINDS] : KINDS;
  return (
    <select
      className="chip import-kind"
      aria-label={`${words.rowKind} ${name}`}
      value={row.action === "skip" && row.decided ? "skip" : kind}
      onChange={(event) => {
        const chosen = event.target.value as (typeof KINDS)[number];
        void decide({ rows: [{ numbers: [number], kind: chosen }] });
      }}
    >
      {offered.map((one) => (
        <option key={one} value={one}>
          {words.rowKinds[one]}
        </option>
      ))}
    </select>
  );
}

interface SameChoiceProps extends Pick<ImportRowProps, "row" | "decide"> {
  name: string;
}

/** A row that is perhaps in the book: both answers are open, and none is taken unasked. */
function SameChoice({ name, row, decide }: SameChoiceProps) {
  const words = useImportWords();
  const merge = words.mergeChoices[row.suggestion?.kind ?? ""] ?? words.rowChoices.merge;
  // A refund that is linked to its purchase is booked all the same, and so is what a plan expects.
  const linked =
    row.planId !== undefined || (row.suggestion?.kind === "refund" && row.refundOf !== undefined);
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
  const words = useImportWords();
  return (
    <CategoryPicker
      look="chip"
      className="import-category"
      label={`${words.category} ${name}`}
      // A refund lowers what was spent on its category.
      type={row.kind === "income" ? "income" : "expense"}
      value={row.category}
      disabled={!taken}
      onChange={(category) => void decide({ rows: [{ numbers: [row.number], category }] })}
    />
  );
}
