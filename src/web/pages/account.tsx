/** One account: its balance over time, its records, and what can be done with it. */
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import type { RecordType } from "../../contract/fields.ts";
import type { Month } from "../../ledger/calendar.ts";
import { AccountForm } from "../accounts/account-form.tsx";
import { MergeAccount } from "../accounts/merge-account.tsx";
import { Adjustments } from "../agreement/adjustments.tsx";
import { Calibrate } from "../agreement/calibrate.tsx";
import { Points } from "../agreement/points.tsx";
import { adjustments as adjustmentsOf } from "../agreement/queries.ts";
import { useActions } from "../api/actions.ts";
import { api } from "../api/client.ts";
import type { Account } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { useRemoval } from "../api/removal.ts";
import { useBook } from "../base/open-book.ts";
import { RecentRecords } from "../records/recent-records.tsx";
import { useListDays } from "../records/use-records.ts";
import { Largest } from "../subjects/largest.tsx";
import { SideSwitch } from "../subjects/side-switch.tsx";
import { YearCard } from "../subjects/year-card.tsx";
import { ReadError } from "../ui/error-boundary.tsx";
import { Money } from "../ui/money.tsx";
import { Card, Page } from "../ui/page.tsx";
import { showError, showToast } from "../ui/toast.tsx";
import { useAgreementWords } from "../words/agreement.ts";
import { useWords } from "../words/words.ts";
import "./account.css";
import { Dialog } from "../ui/dialog.tsx";

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
      {!data && !error && <div className="skeleton" style={{ height: "20rem" }} />}
      {data && !account && <p className="card-empty">{words.nothingFound}</p>}
      {account && (
        <AccountDetail
          account={account}
          others={data?.filter(({ id, archived }) => id !== account.id && !archived) ?? []}
        />
      )}
    </Page>
  );
}

interface AccountDetailProps {
  account: Account;
  /** Those that it could be merged into. */
  others: Account[];
}

type DialogName = "edit" | "calibrate" | "merge" | "remove";

function AccountDetail({ account, others }: AccountDetailProps) {
  const words = useAgreementWords();
  const { userId } = useBook();
  const { change } = useActions();
  const curve = useQuery(queries.balances(userId, account.id));
  const proof = useQuery(queries.verification(userId, account.id));
  const [dialog, setDialog] = useState<DialogName>();
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
          {account.kind !== "plain" && ` · ${words.types[account.kind]}`}
          {account.archived && ` · ${words.archived}`}
        </p>
        <p className="account-balance">
          <i style={{ background: account.color }} aria-hidden="true" />
          <Money amount={account.balance} large />
        </p>
        <p className={proof.data?.ok === false ? "mark mark-bad" : "mark"}>
          {!proof.data && (proof.error ? "\u00a0" : <span className="skeleton-text" />)}
          {proof.data && (proof.data.ok ? words.consistent : words.inconsistent)}
          {proof.data && curve.data && (
            <>
              {" · "}
              {words.openingBalance} <Money amount={curve.data.opening} />
            </>
          )}
        </p>
        <AccountActions
          account={account}
          open={setDialog}
          archive={archive}
          canMerge={others.length > 0}
        />
      </Card>
      <div className="account-side">
        <Card title={words.balanceCurve}>
          <Suspense fallback={<CurveSkeleton />}>
            {curve.data ? (
              <BalanceCurve color={account.color} balances={curve.data} />
            ) : (
              !curve.error && <CurveSkeleton />
            )}
          </Suspense>
        </Card>
        <Points accountId={account.id} />
        <Adjustments account={account} />
      </div>
      <Recent account={account} />
      <AccountYear account={account} />
      {dialog && (
        <AccountDialog
          name={dialog}
          account={account}
          others={others}
          close={() => setDialog(undefined)}
        />
      )}
    </div>
  );
}

interface AccountDialogProps extends AccountDetailProps {
  name: DialogName;
  close: () => void;
}

function AccountDialog({ name, account, others, close }: AccountDialogProps) {
  if (name === "edit") return <AccountForm account={account} close={close} />;
  if (name === "calibrate") return <Calibrate account={account} close={close} />;
  if (name === "merge") return <MergeAccount account={account} others={others} close={close} />;
  return <RemoveAccount account={account} close={close} />;
}

interface AccountActionsProps {
  account: Account;
  open: (dialog: DialogName) => void;
  archive: () => void;
  canMerge: boolean;
}

function AccountActions({ account, open, archive, canMerge }: AccountActionsProps) {
  const words = useAgreementWords();
  return (
    <div className="account-actions">
      <Button
        renderRoot={(props) => (
          <Link to="/accounts/$id/sheet" params={{ id: String(account.id) }} {...props} />
        )}
      >
        {words.sheet}
      </Button>
      <Button variant="light" onClick={() => open("calibrate")}>
        {account.kind === "asset" ? words.revalue : words.calibrate}
      </Button>
      <Button
        variant="light"
        renderRoot={(props) => <Link to="/records" search={{ accountId: account.id }} {...props} />}
      >
        {words.seeRecords}
      </Button>
      <Button variant="default" onClick={() => open("edit")}>
        {words.edit}
      </Button>
      {canMerge && (
        <Button variant="default" onClick={() => open("merge")}>
          {words.merging.open}
        </Button>
      )}
      <Button variant="default" onClick={archive} title={words.archivedHint}>
        {account.archived ? words.unarchive : words.archive}
      </Button>
      <Button variant="subtle" color="red" onClick={() => open("remove")}>
        {words.remove}
      </Button>
    </div>
  );
}

/** What went out of the account in twelve months, or came in. */
function AccountYear({ account }: { account: Account }) {
  const [month, setMonth] = useState<Month>();
  const [type, setType] = useState<RecordType>("expense");
  const subject = useMemo(() => ({ accountId: account.id, type }), [account.id, type]);
  return (
    <div className="year-pair account-year">
      <YearCard
        subject={subject}
        month={month}
        choose={setMonth}
        action={<SideSwitch type={type} choose={setType} />}
      />
      <Largest subject={subject} />
    </div>
  );
}

function CurveSkeleton() {
  return <div className="skeleton" style={{ height: "16.25rem" }} />;
}

function Recent({ account }: { account: Account }) {
  const { userId, zone } = useBook();
  const { data: lines } = useQuery(queries.recent(userId, zone, account.id));
  const { data: accounts } = useQuery(queries.accounts(userId));
  return <RecentRecords lines={lines} accounts={accounts} accountId={account.id} />;
}

/** Says what would go with it; with records, only its name typed out lets it go. */
function RemoveAccount({ account, close }: { account: Account; close: () => void }) {
  const words = useWords();
  const remove = useRemoval();
  const navigate = useNavigate();
  const filter = useMemo(() => ({ accountId: account.id }), [account.id]);
  const days = useListDays(filter).days;
  const { data: adjustments } = useQuery(adjustmentsOf(useBook().userId, account.id));
  const count =
    adjustments &&
    days?.reduce((sum, day) => sum + day.count + (day.transfers ?? 0), adjustments.length);
  const [typed, setTyped] = useState("");
  const sure = count === 0 || (count !== undefined && typed.trim() === account.name);
  const onRemove = async () => {
    await navigate({ to: "/accounts" });
    await remove.account(account.id);
  };
  return (
    <Dialog opened onClose={close} title={`${words.removeAccount} · ${account.name}`}>
      <div className="form">
        {count === undefined ? (
          <div className="skeleton" style={{ height: "3rem" }} />
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
          <Button color="red" disabled={!sure} onClick={onRemove}>
            {words.remove}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
