/** What an account is by the name of its root, as double-entry programs call it in several languages. */
import type { Role } from "./journal-entry.ts";

const ROOTS: [RegExp, Role][] = [
  [/^(assets?|资产|資產|aktiva|actifs?|activos?)(:|$)/i, "asset"],
  [
    /^(liabilit(y|ies)|debts?|负债|負債|fremdkapital|verbindlichkeiten|passifs?|pasivos?)(:|$)/i,
    "liability",
  ],
  [
    /^(equity|权益|權益|所有者权益|eigenkapital|capitaux propres|patrimonio( neto)?)(:|$)/i,
    "equity",
  ],
  [/^(incomes?|revenues?|收入|ertr[aä]ge?|revenus?|ingresos?)(:|$)/i, "income"],
  [/^(expenses?|支出|费用|費用|aufwendungen|aufwand|dépenses?|charges|gastos?)(:|$)/i, "expense"],
];

/** The role of an account by its root; undefined where that says nothing. */
export function roleByRoot(account: string): Role | undefined {
  return ROOTS.find(([pattern]) => pattern.test(account))?.[1];
}
