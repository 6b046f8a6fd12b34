/** An edit as it is sent: what was touched, and which version it was made of. Pure. */
import { yuanFromFen } from "../../ledger/money.ts";
import {
  type BookRecord,
  isRefund,
  type RecordDraft,
  type Transfer,
  type TransferDraft,
} from "./models.ts";

type Body = Record<string, unknown>;

/** The body of a record's edit; undefined where the draft says what the record does. */
export function recordBody(old: BookRecord, draft: RecordDraft): Body | undefined {
  return touched(recordFields(old), recordFields(draft), old.updatedAt);
}

/** The fields of a record that can be edited, as they are sent. */
export function recordFields(record: RecordDraft): Body {
  const { accountId, type, amount, category, description, date, refundOf } = record;
  return {
    accountId,
    type,
    amount: yuanFromFen(amount),
    category,
    description: description === "" ? null : description,
    date,
    // What names its expense is a refund already.
    ...(refundOf === undefined && { refund: isRefund(record) }),
  };
}

/** The body of a transfer's edit; undefined where the draft says what the transfer does. */
export function transferBody(old: Transfer, draft: TransferDraft): Body | undefined {
  return touched(transferFields(old), { ...draft }, old.updatedAt);
}

/** The fields of a transfer that can be edited, as they are sent. */
export function transferFields(transfer: Transfer): Body {
  const { fromAccountId, toAccountId, amount, fee, description, date } = transfer;
  return {
    fromAccountId,
    toAccountId,
    amount: yuanFromFen(amount),
    fee: fee === 0 ? null : yuanFromFen(fee),
    description: description === "" ? null : description,
    date,
  };
}

function touched(old: Body, next: Body, updatedAt: string): Body | undefined {
  const fields = Object.entries(next).filter(([name, value]) => old[name] !== value);
  return fields.length === 0 ? undefined : { ...Object.fromEntries(fields), updatedAt };
}
