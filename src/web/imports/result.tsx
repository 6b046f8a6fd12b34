/** What a commit has done, and where to go from there. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Calibrate } from "../agreement/calibrate.tsx";
import { fenOf } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { Card } from "../ui/page.tsx";
import { useImportWords } from "../words/imports.ts";
import type { ImportDetail } from "./detail.ts";
import { useUndo } from "./use-undo.ts";
import "./result.css";

type Done = NonNullable<ImportDetail["result"]>;

export function Result({ detail }: { detail: ImportDetail }) {
  const words = useImportWords();
  const { result, status } = detail;
  if (!result) return null;
  const booked = words.importResult(result.records, result.transfers);
  if (status === "undone") {
    return (
      <Card title={words.importStatus.undone}>
        <p>{words.importTakenBack(booked)}</p>
      </Card>
    );
  }
  const { fees = 0 } = result;
  const others = (["merged", "updated", "skipped"] as const).filter((line) => result[line] > 0);
  return (
    <Card title={words.importDone}>
      <p>
        {booked} · {words.importFile(detail.rowCount)}
      </p>
      {fees > 0 && <p className="muted">{words.importFees(fees)}</p>}
      {others.map((line) => (
        <div key={line} className="plain-line">
          <span>{words.importResultLines[line]}</span>
          <span>{words.rowCount(result[line])}</span>
        </div>
      ))}
      <Balances accounts={result.accounts} />
      <NextSteps id={detail.id} some={result.records + result.transfers > 0} />
    </Card>
  );
}

function Balances({ accounts }: { accounts: Done["accounts"] }) {
  const words = useImportWords();
  const made = accounts.filter((account) => account.made);
  return (
    <>
      {accounts.map(({ accountId, name, before, after, made: isNew }) => (
        <div key={accountId} className="plain-line">
          <span>
            {name}
            {isNew && <em className="tag">{words.madeAccount}</em>}
          </span>
          <span className="money">
            {words.beforeAfter(moneyText(fenOf(before)), moneyText(fenOf(after)))}
          </span>
        </div>
      ))}
      {made.length > 0 && <p className="import-asked">{words.madeAccounts}</p>}
      {made.map(({ accountId, name }) => (
        <SetBalance key={accountId} accountId={accountId} name={name} />
      ))}
    </>
  );
}

/** A new account knows nothing of the money that was there before the bill. */
function SetBalance({ accountId, name }: { accountId: number; name: string }) {
  const words = useImportWords();
  const { userId } = useBook();
  const [opened, setOpened] = useState(false);
  const { data } = useQuery(queries.accounts(userId));
  const account = data?.find(({ id }) => id === accountId);
  if (account === undefined) return null;
  return (
    <>
      <Button variant="light" className="set-balance" onClick={() => setOpened(true)}>
        {words.setBalance(name)}
      </Button>
      {opened && <Calibrate account={account} start="opening" close={() => setOpened(false)} />}
    </>
  );
}

function NextSteps({ id, some }: { id: number; some: boolean }) {
  const words = useImportWords();
  const { busy, undo } = useUndo(id);
  return (
    <div className="form-actions">
      <Button variant="light" color="red" loading={busy} onClick={undo}>
        {words.undoImport}
      </Button>
      {some && (
        <Button renderRoot={(props) => <Link to="/records" search={{ importId: id }} {...props} />}>
          {words.showImported}
        </Button>
      )}
    </div>
  );
}
