/** 对账点: on which days the book agrees with the bank, and where it stopped to. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { momentText, shortDay } from "../base/days.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { ReadError } from "../ui/error-boundary.tsx";
import { Card } from "../ui/page.tsx";
import { useAgreementWords } from "../words/agreement.ts";
import { size } from "./balance-at.ts";
import type { Point } from "./models.ts";
import { PointForm } from "./point-form.tsx";
import * as queries from "./queries.ts";
import { Suspects } from "./suspects.tsx";
import "./points.css";

/** As many as are shown at first. */
const SHOWN = 3;

export function Points({ accountId }: { accountId: number }) {
  const words = useAgreementWords();
  const { userId } = useBook();
  const { data, error, refetch } = useQuery(queries.points(userId, accountId));
  const [adding, setAdding] = useState(false);
  const [all, setAll] = useState(false);
  const shown = all ? data : data?.slice(0, SHOWN);
  return (
    <Card
      title={words.points}
      action={
        <Button variant="light" onClick={() => setAdding(true)}>
          {words.addPoint}
        </Button>
      }
    >
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {!data && !error && <div className="skeleton" style={{ height: "3.75rem" }} />}
      {data?.length === 0 && <p className="card-empty">{words.pointsHint}</p>}
      <ul className="points">
        {shown?.map((point) => (
          <PointItem key={point.id} point={point} />
        ))}
      </ul>
      {data && !all && data.length > SHOWN && (
        <Button variant="light" fullWidth mt="sm" onClick={() => setAll(true)}>
          {words.showEarlier}
        </Button>
      )}
      {adding && <PointForm accountId={accountId} close={() => setAdding(false)} />}
    </Card>
  );
}

function PointItem({ point }: { point: Point }) {
  const words = useAgreementWords();
  const { today } = useBook();
  const [editing, setEditing] = useState(false);
  const { day, balance, note, ok, difference, reckoned } = point;
  const verdict = ok ? words.agrees : words.differs(moneyText(size(difference)), difference > 0);
  const stated = words.pointStates(shortDay(day, today, words), moneyText(balance));
  return (
    <li data-ok={ok || undefined}>
      <button type="button" className="record-row record-main" onClick={() => setEditing(true)}>
        <i className="point-dot" aria-hidden="true" />
        <span className="record-text">
          <span>{stated}</span>
          <span className="record-sub">
            {[!ok && words.bookSays(moneyText(reckoned)), note].filter(Boolean).join(" · ")}
          </span>
        </span>
        <span className={ok ? "mark" : "mark mark-bad"}>{verdict}</span>
      </button>
      {!ok && <Where point={point} />}
      {editing && (
        <PointForm accountId={point.accountId} point={point} close={() => setEditing(false)} />
      )}
    </li>
  );
}

/** Since when, what the difference came by where that is known, and at a tap what it may be. */
function Where({ point }: { point: Point }) {
  const words = useAgreementWords();
  const { today, zone } = useBook();
  const [opened, setOpened] = useState(false);
  const { from, brokenBy, suspects } = point;
  const said = (day: string | undefined) =>
    day === undefined ? "" : shortDay(day as Point["day"], today, words);
  return (
    <>
      <div className="point-where">
        <p className="muted">
          {from === undefined ? words.beforeAll : words.after(said(from))}
          {brokenBy && <br />}
          {brokenBy &&
            words.brokenBy(
              words.someNoun[brokenBy.noun] ?? "",
              said(brokenBy.date),
              momentText(Date.parse(brokenBy.at), zone, today, words),
            )}
        </p>
        <Button variant="light" size="sm" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {words.suspects(suspects.length)}
        </Button>
      </div>
      {opened && <Suspects point={point} />}
    </>
  );
}
