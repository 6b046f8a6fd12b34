/** The adjustments of an account, in grey: neither income nor expense. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { yuanFromFen } from "../../ledger/money.ts";
import type { Account, Adjustment } from "../api/models.ts";
import { balances } from "../api/queries.ts";
import { showChanged } from "../api/undo.ts";
import { shortDay } from "../base/days.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { AdjustmentIcon } from "../ui/adjustment-icon.tsx";
import { Moved } from "../ui/money.tsx";
import { Card } from "../ui/page.tsx";
import { showError } from "../ui/toast.tsx";
import { useAgreementWords } from "../words/agreement.ts";
import { useAdjusting } from "./actions.ts";
import { AdjustmentForm } from "./adjustment-form.tsx";
import { type Stale, staleOf } from "./balance-at.ts";
import * as queries from "./queries.ts";
import "./adjustments.css";

/** As many as are shown at first. */
const SHOWN = 5;

/** Nothing where there are none. */
export function Adjustments({ account }: { account: Account }) {
  const words = useAgreementWords();
  const { userId } = useBook();
  const { data = [] } = useQuery(queries.adjustments(userId, account.id));
  const curve = useQuery(balances(userId, account.id));
  const stale = useMemo(() => (curve.data ? staleOf(data, curve.data) : []), [data, curve.data]);
  const [all, setAll] = useState(false);
  if (data.length === 0) return null;
  return (
    <Card title={words.adjustments}>
      {stale.map((one) => (
        <StaleLine key={one.adjustment.id} {...one} />
      ))}
      {(all ? data : data.slice(0, SHOWN)).map((adjustment) => (
        <AdjustmentRow key={adjustment.id} adjustment={adjustment} />
      ))}
      {!all && data.length > SHOWN && (
        <Button variant="light" fullWidth mt="sm" onClick={() => setAll(true)}>
          {words.showEarlier}
        </Button>
      )}
    </Card>
  );
}

/** The day has another end by now than was wanted: it can be reckoned anew. */
function StaleLine({ adjustment, now }: Stale) {
  const words = useAgreementWords();
  const { today } = useBook();
  const { changeAdjustment } = useAdjusting();
  const { id, kind, day, value } = adjustment;
  const asset = kind === "valuation";
  const say = asset ? words.staleValuation : words.staleCorrection;
  const reckon = () =>
    void changeAdjustment(id, { value: yuanFromFen(value) }).then(
      (changed) => showChanged(words, words.adjustmentSaved, changed, words.mendedBack),
      showError,
    );
  return (
    <div className="adjustment-stale" role="status">
      <span>{say(shortDay(day, today, words), moneyText(value), moneyText(now))}</span>
      <Button variant="light" size="sm" onClick={reckon}>
        {asset ? words.reckonValuation : words.reckonCorrection}
      </Button>
    </div>
  );
}

function AdjustmentRow({ adjustment }: { adjustment: Adjustment }) {
  const words = useAgreementWords();
  const { today } = useBook();
  const [opened, setOpened] = useState(false);
  const { kind, day, amount, value, description } = adjustment;
  const said = [
    shortDay(day, today, words),
    value !== undefined && words.endOfDay(moneyText(value)),
    description,
  ];
  return (
    <>
      <button
        type="button"
        className="record-row record-main adjustment"
        onClick={() => setOpened(true)}
      >
        <AdjustmentIcon />
        <span className="record-text">
          <span className="record-title">{words.types[kind]}</span>
          <span className="record-sub ellipsis">{said.filter(Boolean).join(" · ")}</span>
        </span>
        <Moved amount={amount} />
      </button>
      {opened && <AdjustmentForm adjustment={adjustment} close={() => setOpened(false)} />}
    </>
  );
}
