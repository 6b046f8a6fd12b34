/** 账户: what lies where. */
import { Button } from "@mantine/core";
import { IconPlus, IconWallet } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { addFen, type Fen, ZERO } from "../../ledger/money.ts";
import { AccountForm, KINDS } from "../accounts/account-form.tsx";
import { AccountIcon } from "../accounts/account-icon.tsx";
import { NetWorth } from "../agreement/net-worth.tsx";
import type { Account } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { useBook } from "../base/open-book.ts";
import { Empty } from "../ui/empty.tsx";
import { ReadError } from "../ui/error-boundary.tsx";
import { Money } from "../ui/money.tsx";
import { Page } from "../ui/page.tsx";
import { useAgreementWords } from "../words/agreement.ts";
import "./accounts.css";

export function Accounts() {
  const words = useAgreementWords();
  const { userId } = useBook();
  const { data, error, refetch } = useQuery(queries.accounts(userId));
  const [adding, setAdding] = useState(false);
  const open = data?.filter(({ archived }) => !archived) ?? [];
  const archived = data?.filter((account) => account.archived) ?? [];
  return (
    <Page
      title={words.accounts}
      back="/more"
      actions={
        <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
          {words.newAccount}
        </Button>
      }
    >
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {!data && !error && <div className="skeleton" style={{ height: "20rem" }} />}
      {data?.length === 0 && (
        <Empty
          icon={<IconWallet size={40} stroke={1.5} />}
          title={words.noAccounts}
          hint={words.noAccountsHint}
        />
      )}
      {data && data.length > 0 && <NetWorth />}
      {KINDS.map((kind) => (
        <AccountGroup
          key={kind}
          title={words.types[kind] ?? kind}
          accounts={open.filter((account) => account.kind === kind)}
        />
      ))}
      <AccountGroup title={words.archived} accounts={archived} />
      {adding && <AccountForm close={() => setAdding(false)} />}
    </Page>
  );
}

function AccountGroup({ title, accounts }: { title: string; accounts: Account[] }) {
  if (accounts.length === 0) return null;
  const total = addFen(ZERO, ...accounts.map(({ balance }) => balance)) as Fen;
  return (
    <section className="account-group">
      <div className="card-head">
        <h2>{title}</h2>
        <Money amount={total} className="muted" />
      </div>
      <ul className="account-cards">
        {accounts.map((account) => (
          <li key={account.id}>
            <AccountCard account={account} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AccountCard({ account }: { account: Account }) {
  return (
    <Link to="/accounts/$id" params={{ id: String(account.id) }} className="account-card">
      <AccountIcon account={account} />
      <span className="ellipsis">{account.name}</span>
      <Money amount={account.balance} large />
    </Link>
  );
}
