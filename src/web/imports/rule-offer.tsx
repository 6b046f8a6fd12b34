/** A category that a person has corrected becomes a rule: proposed by the import, or taken at once. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import { categoryText } from "../base/category-text.ts";
import { useBook } from "../base/open-book.ts";
import { showError, showToast } from "../ui/toast.tsx";
import { useImportWords } from "../words/imports.ts";
import type { Decisions, ImportLine } from "./detail.ts";
import "./rule-offer.css";

interface RuleOfferProps {
  row: ImportLine;
  importId: number;
  decide: (body: Decisions) => Promise<unknown>;
}

export function RuleOffer({ row, importId, decide }: RuleOfferProps) {
  const words = useImportWords();
  const { userId } = useBook();
  const { counterparty, category, proposedCategory = category } = row;
  const corrected = proposedCategory !== category && counterparty !== "";
  const { data: rules } = useQuery({ ...queries.rules(userId), enabled: corrected });
  const [busy, setBusy] = useState(false);
  if (!corrected || rules === undefined) return null;
  const rule = rules.find(
    ({ field, match, text }) =>
      field === "counterparty" && match === "equals" && text === counterparty,
  );
  if (rule) {
    const same = rule.state === "active" && rule.category === category;
    return same ? <p className="import-rule">{words.ruleHolds(counterparty, category)}</p> : null;
  }
  const accept = async () => {
    setBusy(true);
    try {
      const body = { userId, field: "counterparty", match: "equals", text: counterparty } as const;
      await api("POST /api/rules", { body: { ...body, category } });
      const numbers = await alike(userId, importId, row);
      if (numbers.length > 0) await decide({ rows: [{ numbers, category }] });
      showToast({ text: words.ruleAccepted(numbers.length), tone: "good" });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <p className="import-rule">
      {words.ruleWillBeProposed(counterparty, categoryText(category))}
      <button type="button" className="text-button" disabled={busy} onClick={accept}>
        {words.acceptRule}
      </button>
    </p>
  );
}

/** Other rows of the same counterparty and kind about which nobody has decided yet. */
async function alike(userId: number, importId: number, row: ImportLine): Promise<number[]> {
  const params = { id: importId };
  const rows = await api("GET /api/imports/:id/rows", { params, query: { userId } });
  return rows
    .filter(
      ({ counterparty, kind, action, decided }) =>
        counterparty === row.counterparty && kind === row.kind && action === "import" && !decided,
    )
    .map(({ number }) => number)
    .slice(0, 10_000);
}
