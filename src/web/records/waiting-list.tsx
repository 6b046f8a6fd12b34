/** What is not on the service yet: how much it is, and each of it; what was refused can be mended. */
import { ActionIcon, Button } from "@mantine/core";
import { IconCloudOff, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { isTransfer } from "../api/models.ts";
import { useWaiting, withdraw } from "../api/outbox.ts";
import * as queries from "../api/queries.ts";
import { isStuck, type Waiting } from "../api/wish.ts";
import { categoryText } from "../base/category-text.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { type KeptForm, reopenEntry, useEntryRequest } from "../entry/entry-store.ts";
import { useWords, type Words } from "../words/words.ts";

const Versions = lazy(() => import("./versions.tsx"));

export function WaitingList() {
  const words = useWords();
  const { userId } = useBook();
  const waiting = useWaiting(userId).filter((item) => item.tried || isStuck(item));
  const [all, setAll] = useState(false);
  const count = waiting.filter((item) => !isStuck(item)).length;
  const shown = all ? waiting : waiting.filter(isStuck);
  if (waiting.length === 0) return null;
  return (
    <section className="card waiting" aria-label={words.notSynced}>
      {count > 0 && (
        <div className="card-head">
          <h2>
            <IconCloudOff size={18} stroke={1.7} aria-hidden="true" /> {words.notSynced} {count}
          </h2>
          <span className="muted">{words.notSyncedLong}</span>
          <button
            type="button"
            className="text-button"
            aria-expanded={all}
            onClick={() => setAll(!all)}
          >
            {all ? words.hideParts : words.seeAll}
          </button>
        </div>
      )}
      {shown.map((item) => (
        <WaitingRow key={item.key} item={item} />
      ))}
      <Choice waiting={waiting} />
    </section>
  );
}

/** Shows the two versions of what another device has changed too, as soon as no form is open. */
function Choice({ waiting }: { waiting: Waiting[] }) {
  const [later, setLater] = useState<ReadonlySet<string>>(new Set());
  const isBusy = useEntryRequest() !== undefined;
  const item = waiting.find(({ key, theirs }) => theirs && !later.has(key));
  if (item === undefined || isBusy) return null;
  return (
    <Suspense fallback={null}>
      <Versions
        key={item.key}
        item={item}
        close={() => setLater((old) => new Set([...old, item.key]))}
      />
    </Suspense>
  );
}

function WaitingRow({ item }: { item: Waiting }) {
  const words = useWords();
  const { userId } = useBook();
  const { data: accounts = [] } = useQuery(queries.accounts(userId));
  const [comparing, setComparing] = useState(false);
  const { refused, theirs } = item;
  const title = titleOf(item, words);
  const form = item.form as KeptForm | undefined;
  const mend = () => {
    withdraw(item.key);
    if (form) reopenEntry(form, refused ?? "");
  };
  return (
    <div className="record-row">
      <span className="record-text">
        <span className="ellipsis">{title}</span>
        <span className="record-sub">
          {refused
            ? `${isNew(item) ? words.refusedRecord : words.notSent}：${refused}`
            : theirs
              ? words.versions.title
              : accountsOf(item, (id) => accounts.find((account) => account.id === id)?.name)}
        </span>
      </span>
      {refused && form && (
        <Button variant="light" size="sm" onClick={mend}>
          {words.edit}
        </Button>
      )}
      {theirs && (
        <Button variant="light" size="sm" onClick={() => setComparing(true)}>
          {words.versions.open}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="red"
        size={44}
        aria-label={`${words.withdraw} ${title}`}
        onClick={() => withdraw(item.key)}
      >
        <IconX size={18} stroke={1.7} />
      </ActionIcon>
      <Suspense fallback={null}>
        {comparing && <Versions item={item} close={() => setComparing(false)} />}
      </Suspense>
    </div>
  );
}

function isNew({ calls }: Waiting): boolean {
  return calls[0]?.params === undefined;
}

/** "记一笔 · 餐饮 7.00", "修改 · 餐饮 8.00", "删除 · 转账 100.00" */
function titleOf({ patch, calls: [call] }: Waiting, words: Words): string {
  const lines = patch.added ?? patch.removed ?? [];
  const [line] = lines;
  if (patch.occurrence) {
    const { name, fields } = patch.occurrence;
    const { state = "open", amount = line?.amount } = fields;
    const said = amount === undefined ? "" : moneyText(amount);
    return `${words.occurrenceActs[state]} · ${name} ${said}`;
  }
  const budget = patch.budgetAdded ?? patch.budgetRemoved;
  const act =
    call?.route.startsWith("DELETE") || (!patch.added && !patch.budgetAdded)
      ? words.remove
      : patch.removed || patch.budgetRemoved
        ? words.edit
        : words.newRecord;
  if (lines.length > 1) return `${act} · ${words.countOf(lines.length)}`;
  const category = line && !isTransfer(line) ? line.category : budget?.category;
  const name = category === undefined ? words.transfer : categoryText(category);
  const amount = line?.amount ?? budget?.amount;
  const what = budget ? `${words.budgets} ${name}` : name;
  return `${act} · ${what} ${amount === undefined ? "" : moneyText(amount)}`;
}

function accountsOf({ patch }: Waiting, nameOf: (id: number) => string | undefined): string {
  const line = (patch.added ?? patch.removed)?.[0];
  if (line === undefined) return "";
  if (!isTransfer(line))
    return [nameOf(line.accountId), line.description].filter(Boolean).join(" · ");
  return `${nameOf(line.fromAccountId)} → ${nameOf(line.toAccountId)}`;
}
