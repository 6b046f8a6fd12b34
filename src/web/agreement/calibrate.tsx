/** 校准余额 and 更新估值: what an account is found to hold, or to be worth, at the end of a day. */
import { SegmentedControl, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Day } from "../../ledger/calendar.ts";
import { type Fen, fen, yuanFixed, yuanFromFen } from "../../ledger/money.ts";
import { isAmount, readTypedAmount } from "../../ledger/typed-amount.ts";
import { newKey } from "../api/client.ts";
import type { Account } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { showChanged } from "../api/undo.ts";
import { amountProblem } from "../base/amount.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { useTyped } from "../base/typed.ts";
import { DayField } from "../days/day-field.tsx";
import { AmountInput } from "../ui/amount-input.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { type AgreementWords, useAgreementWords } from "../words/agreement.ts";
import { useAdjusting } from "./actions.ts";
import { balanceAt } from "./balance-at.ts";

/** A dated adjustment, or another opening balance. */
type Way = "adjustment" | "opening";

interface CalibrateProps {
  account: Account;
  close: () => void;
  /** How it is meant at first. */
  start?: Way;
}

export function Calibrate({ account, close, start = "adjustment" }: CalibrateProps) {
  const words = useAgreementWords();
  const { today } = useBook();
  const asset = account.kind === "asset";
  const { form, set, typed } = useTyped<Calibration>(`calibrate ${account.id} ${start}`, () => ({
    way: start,
    day: today,
    text: yuanFixed(account.balance),
    note: "",
  }));
  const { way, day, text, note } = form;
  const dated = way === "adjustment";
  const save = useCalibration(account, close);
  const label = asset ? words.valueAtEnd : words.balanceAtEnd;
  return (
    <Dialog
      opened
      onClose={close}
      title={`${asset ? words.revalue : words.calibrate} · ${account.name}`}
    >
      <Form save={() => save(form)} cancel={close} typed={typed}>
        {!asset && (
          <SegmentedControl
            fullWidth
            aria-label={words.calibrate}
            value={way}
            onChange={(chosen) => set({ way: chosen as Way })}
            data={[
              { value: "adjustment", label: words.asAdjustment },
              { value: "opening", label: words.asOpening },
            ]}
          />
        )}
        <p className="muted">
          {asset ? words.valuationHint : dated ? words.asAdjustmentHint : words.asOpeningHint}
        </p>
        {dated && <DayField label={words.date} value={day} onChange={(day: Day) => set({ day })} />}
        <AmountInput
          label={dated ? label : words.balanceNow}
          range="balance"
          value={text}
          data-autofocus
          onText={(text) => set({ text })}
        />
        <Difference account={account} text={text} day={dated ? day : undefined} />
        {dated && (
          <TextInput
            label={words.note}
            value={note}
            maxLength={500}
            onChange={(event) => set({ note: event.currentTarget.value })}
          />
        )}
      </Form>
    </Dialog>
  );
}

interface Calibration {
  way: Way;
  day: Day;
  text: string;
  note: string;
}

function useCalibration(account: Account, close: () => void) {
  const words = useAgreementWords();
  const { adjust, setBalance } = useAdjusting();
  const [key] = useState(newKey);
  return async ({ way, day, text, note }: Calibration) => {
    const wanted = readBalance(text, words);
    const date = day;
    const said = note.trim();
    const changed =
      way === "opening"
        ? await setBalance(account.id, wanted)
        : await adjust(
            {
              accountId: account.id,
              date,
              value: yuanFromFen(wanted),
              ...(said !== "" && { description: said }),
            },
            key,
          );
    const done = account.kind === "asset" ? words.revalued : words.adjusted;
    close();
    showChanged(words, way === "opening" ? words.openingChanged : done, changed, words.mendedBack);
  };
}

/** A typed balance; throws what is wrong with it. */
export function readBalance(text: string, words: AgreementWords): Fen {
  const read = readTypedAmount(text.trim(), "balance");
  if (!isAmount(read)) throw new Error(amountProblem(read, words));
  return read.amount;
}

interface DifferenceProps {
  account: Account;
  text: string;
  /** The end of which day; now where none is given. */
  day: Day | undefined;
}

/** What would be booked. */
function Difference({ account, text, day }: DifferenceProps) {
  const words = useAgreementWords();
  const { userId } = useBook();
  const { data } = useQuery(queries.balances(userId, account.id));
  const there = day === undefined ? account.balance : data && balanceAt(data, day);
  const read = readTypedAmount(text.trim(), "balance");
  if (there === undefined || !isAmount(read)) return <p className="muted">{"\u00a0"}</p>;
  const by = fen(read.amount - there);
  const said = by === 0 ? words.alreadySo : words.wouldMove(`${by > 0 ? "+" : ""}${moneyText(by)}`);
  return (
    <p className="muted" role="status">
      {said}
    </p>
  );
}
