/** Beside a preview: which account is which. */
import { AccountPicker } from "../accounts/account-picker.tsx";
import { useDesk } from "../base/screen.ts";
import { Card } from "../ui/page.tsx";
import { useImportWords } from "../words/imports.ts";
import { OF_ACCOUNT } from "./asks.ts";
import type { Decisions, ImportDetail } from "./detail.ts";
import "./import-side.css";

/** More accounts than this are folded on the phone, so that the rows are near. */
const FEW = 3;

interface AccountsProps {
  detail: ImportDetail;
  decide: (body: Decisions) => Promise<unknown>;
}

export function ImportAccounts({ detail, decide }: AccountsProps) {
  const words = useImportWords();
  const desk = useDesk();
  // Where nothing will be booked there is nothing to choose, and no account is made. Rows that name no
  // account are held until one is chosen here.
  const asked = detail.questions.some(({ code }) => OF_ACCOUNT.includes(code));
  const used = detail.accounts.filter(({ name, booked }) => booked > 0 || (name === "" && asked));
  const made = used.filter(({ proposal, booked }) => proposal && booked > 0).length;
  if (used.length === 0) return null;
  return (
    <Card>
      <details className="fold" open={desk || made > 0 || used.length <= FEW}>
        <summary>
          <h2>{words.importAccounts}</h2>
          <span className="muted">{used.length}</span>
        </summary>
        <p className="muted">{words.importAccountsHint}</p>
        {made > 0 && <p className="import-asked">{words.importAccountsNew(made)}</p>}
        <div className="form">
          {used.map(({ place, name, provider, accountId, proposal, rows }) => (
            <AccountPicker
              key={place}
              label={`${name || words.importNoAccount} · ${words.rowCount(rows)}`}
              value={accountId ?? 0}
              none={words.importNewAccount(proposal?.name ?? (name || provider))}
              clearable
              onChange={(id) => {
                const create = proposal ?? newAccount(name || provider);
                void decide({
                  accounts: [id === 0 ? { place, create } : { place, accountId: id }],
                });
              }}
            />
          ))}
        </div>
      </details>
    </Card>
  );
}

/** The account that is made where the user wants none of the existing ones. */
function newAccount(name: string): { name: string; type: "bank" | "payment" } {
  const type = /银行|卡|\d{4}/.test(name) ? "bank" : "payment";
  return { name: [...name].slice(0, 100).join(""), type };
}
