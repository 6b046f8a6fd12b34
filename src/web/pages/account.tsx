/** One account: its balance over time, its records, and what can be done with it. */
import { Button, Modal, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { AccountForm } from "../accounts/account-form.tsx";
import { useActions } from "../api/actions.ts";
import type { Account } from "../api/book.ts";
import { api } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import { ReadError } from "../parts/error-boundary.tsx";
import { Money } from "../parts/money.tsx";
import { Card, Page } from "../parts/page.tsx";
import { RecentRecords } from "../records/recent-records.tsx";
import { useBook } from "../shell/book.ts";
import { showError, showToast } from "../toast.tsx";
import { useWords } from "../words/words.ts";

const BalanceCurve = lazy(() => import("../charts/balance-curve.tsx"));
const route = getRouteApi("/accounts/$id");

export function AccountPage() {
  const words = useWords();
  const { userId } = useBook();
  const id = Number(route.useParams().id);
  const { data, error, refetch } = useQuery(queries.accounts(userId));
  const account = data?.find((known) => known.id === id);
  return (
    <Page title={account?.name ?? words.accounts} back="/accounts">
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {!data && !error && <div className="skeleton" style={{ height: 320 }} />}
      {data && !account && <p className="card-empty">{words.nothingFound}</p>}
      {account && <AccountDetail account={account} />}
    </Page>
  );
}

function AccountDetail({ account }: { account: Account }) {
  const words = useWords();
  const { userId } = useBook();
  const { change } = useActions();
  const curve = useQuery(queries.balances(userId, account.id));
  const proof = useQuery(queries.verification(userId, account.id));
  const [dialog, setDialog] = useState<"edit" | "remove">();
  const archive = () =>
    change(() =>
      api("PUT /api/accounts/:id", {
        params: { id: account.id },
        body: { archived: !account.archived },
      }),
    ).then(() => showToast({ text: words.accountSaved, tone: "good" }), showError);
  return (
    <div className="account-page">
      <Card className="account-hero">
        <p className="muted">
          {words[account.type]}
          {account.archived && ` · ${words.archived}`}
        </p>
        <p className="account-balance">
          <i style={{ background: account.color }} aria-hidden="true" />
          <Money amount={account.balance} large />
        </p>
        {proof.data && (
          <p className={proof.data.ok ? "mark" : "mark mark-bad"}>
            {proof.data.ok ? words.consistent : words.inconsistent}
            {curve.data && (
              <>
                {" · "}
                {words.openingBalance} <Money amount={curve.data.opening} />
              </>
            )}
          </p>
        )}
        <div className="account-actions">
          <Button onClick={() => setDialog("edit")}>{words.edit}</Button>
          <Button
            variant="light"
            renderRoot={(props) => (
              <Link to="/records" search={{ accountId: account.id }} {...props} />
            )}
          >
            {words.seeRecords}
          </Button>
          <Button variant="default" onClick={archive} title={words.archivedHint}>
            {account.archived ? words.unarchive : words.archive}
          </Button>
          <Button variant="subtle" color="red" onClick={() => setDialog("remove")}>
            {words.remove}
          </Button>
        </div>
      </Card>
      <Card title={words.balanceCurve} className="account-curve">
        <Suspense fallback={<div className="skeleton" style={{ height: 260 }} />}>
          {curve.data && <BalanceCurve color={account.color} balances={curve.data} />}
        </Suspense>
      </Card>
      <RecentRecords accountId={account.id} count={10} />
      {dialog === "edit" && <AccountForm account={account} close={() => setDialog(undefined)} />}
      {dialog === "remove" && (
        <RemoveAccount account={account} close={() => setDialog(undefined)} />
      )}
    </div>
  );
}

/** Says what would go with it; with records, only its name typed out lets it go. */
function RemoveAccount({ account, close }: { account: Account; close: () => void }) {
  const words = useWords();
  const { userId } = useBook();
  const { change } = useActions();
  const navigate = useNavigate();
  const days = useQuery(queries.recordDays(userId, { accountId: account.id }));
  const count = days.data?.reduce((sum, day) => sum + day.count, 0);
  const [typed, setTyped] = useState("");
  const sure = count === 0 || (count !== undefined && typed.trim() === account.name);
  const remove = async () => {
    try {
      await navigate({ to: "/accounts" });
      await change(() =>
        api("DELETE /api/accounts/:id", { params: { id: account.id }, query: { cascade: "true" } }),
      );
      showToast({ text: words.accountRemoved });
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Modal
      opened
      onClose={close}
      title={`${words.removeAccount} · ${account.name}`}
      closeButtonProps={{ "aria-label": words.close }}
    >
      <div className="form">
        {count === undefined ? (
          <div className="skeleton" style={{ height: 48 }} />
        ) : (
          <p>{words.removeAccountHint(count)}</p>
        )}
        {count !== undefined && count > 0 && (
          <TextInput
            label={words.removeAccountType(account.name)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <div className="form-actions">
          <Button variant="default" onClick={close}>
            {words.cancel}
          </Button>
          <Button color="red" disabled={!sure} onClick={remove}>
            {words.remove}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
