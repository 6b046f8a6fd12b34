/** What an address like `/?new=1&amount=35.5&category=餐饮` asks the form to begin with. */
import { findAccount } from "../../ledger/account-names.ts";
import { asDay } from "../../ledger/calendar.ts";
import type { Account } from "../api/models.ts";
import type { EntryForm, EntryType } from "./entry-store.ts";

const TYPES: EntryType[] = ["expense", "income", "transfer", "refund"];

/** What the address says of the form; what cannot be meant is left out. */
export function askedForm(asked: URLSearchParams, accounts: Account[]): Partial<EntryForm> {
  const said = (name: string) => asked.get(name)?.trim() || undefined;
  const type = TYPES.find((one) => one === said("type"));
  const text = said("amount");
  const category = said("category");
  const description = said("note");
  const day = asDay(said("date") ?? "");
  const accountId = accountNamed(said("account"), accounts);
  return {
    ...(type && { type }),
    ...(text && { text }),
    ...(category && { category }),
    ...(description && { description }),
    ...(day && { day }),
    ...(accountId !== undefined && { accountId }),
  };
}

/** An account by its number or by a name that is understood as one. */
function accountNamed(text: string | undefined, accounts: Account[]): number | undefined {
  if (text === undefined) return undefined;
  const open = accounts.filter(({ archived }) => !archived);
  const byNumber = open.find(({ id }) => String(id) === text);
  if (byNumber) return byNumber.id;
  const found = findAccount(text, open);
  return found && "account" in found ? found.account.id : undefined;
}
