/** Beside a preview: the balances that the bill states, to be made checkpoints, and what points will be. */
import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Day } from "../../ledger/calendar.ts";
import { fenOf } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { shortDay } from "../base/days.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { Card } from "../ui/page.tsx";
import { useImportWords } from "../words/imports.ts";
import type { ImportDetail } from "./detail.ts";
import "./bank-balances.css";

type Closing = NonNullable<ImportDetail["closings"]>[number];
type Moved = NonNullable<ImportDetail["checkpoints"]>[number];

/** The stated balances of one of the file's accounts. */
interface OfAccount {
  place: number;
  closings: Closing[];
}

function byAccount(closings: readonly Closing[]): OfAccount[] {
  const found = new Map<number, OfAccount>();
  for (const closing of closings) {
    const own = found.get(closing.place) ?? { place: closing.place, closings: [] };
    found.set(closing.place, own);
    own.closings.push(closing);
  }
  return [...found.values()];
}

/** Which accounts' balances a commit is to keep, as the numbers that it takes. None is chosen at first. */
export function useStated({ closings = [] }: ImportDetail) {
  const [places, setPlaces] = useState<ReadonlySet<number>>(new Set());
  return {
    places,
    numbers: closings.filter(({ place }) => places.has(place)).map(({ number }) => number),
    choose(place: number, chosen: boolean) {
      const next = new Set(places);
      if (chosen) next.add(place);
      else next.delete(place);
      setPlaces(next);
    },
  };
}

export type Stated = ReturnType<typeof useStated>;

/** More points than this are only counted. */
const SHOWN = 5;

export function BankBalances({ detail, stated }: { detail: ImportDetail; stated: Stated }) {
  const words = useImportWords();
  const { closings = [], checkpoints = [] } = detail;
  if (closings.length + checkpoints.length === 0) return null;
  const more = checkpoints.length - SHOWN;
  return (
    <Card title={words.bankBalances}>
      {closings.length > 0 && <p className="muted">{words.bankBalancesHint}</p>}
      <ul className="bank-balances">
        {byAccount(closings).map((account) => (
          <StatedOf key={account.place} detail={detail} account={account} stated={stated} />
        ))}
        {checkpoints.slice(0, SHOWN).map((point) => (
          <PointAfter key={point.id} point={point} />
        ))}
      </ul>
      {more > 0 && <p className="muted">{words.morePoints(more)}</p>}
    </Card>
  );
}

interface StatedOfProps {
  detail: ImportDetail;
  account: OfAccount;
  stated: Stated;
}

function StatedOf({ detail, account: { place, closings }, stated }: StatedOfProps) {
  const words = useImportWords();
  const { today } = useBook();
  const nameOf = useNames();
  const last = closings.at(-1) as Closing;
  const { name = "", proposal } = detail.accounts.find((one) => one.place === place) ?? {};
  const shown = nameOf(last.accountId) ?? proposal?.name ?? name;
  const day = shortDay(last.date as Day, today, words);
  const text =
    closings.length === 1
      ? words.statedOne(day, moneyText(fenOf(last.balance)))
      : words.statedMany(closings.length, day);
  const replaced = closings.filter(({ checkpoint }) => checkpoint !== undefined);
  return (
    <li>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is its control */}
      <label>
        <Checkbox
          aria-label={`${shown} · ${text}`}
          checked={stated.places.has(place)}
          onChange={(event) => stated.choose(place, event.currentTarget.checked)}
        />
        <span className="record-text">
          <span>{`${shown} · ${text}`}</span>
          {replaced.length > 0 && (
            <span className="record-sub">{words.statedReplaces(replaced.length)}</span>
          )}
        </span>
      </label>
      <Verdict of={closings} />
    </li>
  );
}

function PointAfter({ point }: { point: Moved }) {
  const words = useImportWords();
  const { today } = useBook();
  const nameOf = useNames();
  const day = shortDay(point.date as Day, today, words);
  return (
    <li>
      <span>{words.pointAfter(nameOf(point.accountId) ?? "", day)}</span>
      <Verdict of={[point]} />
    </li>
  );
}

/** Whether it will agree, and by how much the bank has more or less where it won't. */
function Verdict({ of }: { of: readonly Pick<Moved, "ok" | "difference">[] }) {
  const words = useImportWords();
  const bad = of.filter(({ ok }) => !ok);
  const [first] = bad;
  if (first === undefined) return <span className="mark">{words.willAgree}</span>;
  const text =
    of.length === 1
      ? words.willDiffer(moneyText(fenOf(Math.abs(first.difference))), first.difference > 0)
      : words.willDifferMany(bad.length);
  return <span className="mark mark-bad">{text}</span>;
}

/** The names of the book's accounts. */
function useNames(): (id: number | undefined) => string | undefined {
  const { userId } = useBook();
  const { data } = useQuery(queries.accounts(userId));
  return (id) => data?.find((account) => account.id === id)?.name;
}
