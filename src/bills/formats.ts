/** The known formats, one line each, and what holds for their bills. */
import { beancount } from "./accounting/beancount.ts";
import { gnucash } from "./accounting/gnucash.ts";
import { gnucashCsv } from "./accounting/gnucash-csv.ts";
import { hledgerCsv } from "./accounting/hledger-csv.ts";
import { homebank } from "./accounting/homebank.ts";
import { iif } from "./accounting/iif.ts";
import { ledger } from "./accounting/ledger.ts";
import { actual } from "./apps/actual.ts";
import { bluecoins } from "./apps/bluecoins.ts";
import { cashew } from "./apps/cashew.ts";
import { copilot } from "./apps/copilot.ts";
import { ezbookkeeping } from "./apps/ezbookkeeping.ts";
import { feidee } from "./apps/feidee.ts";
import { fenming } from "./apps/fenming.ts";
import { firefly } from "./apps/firefly.ts";
import { koudai } from "./apps/koudai.ts";
import { mint } from "./apps/mint.ts";
import { monarch } from "./apps/monarch.ts";
import { qianji } from "./apps/qianji.ts";
import { realbyte } from "./apps/realbyte.ts";
import { ynab } from "./apps/ynab.ts";
import { abc } from "./banks/abc.ts";
import { boc } from "./banks/boc.ts";
import { bocom } from "./banks/bocom.ts";
import { ccb } from "./banks/ccb.ts";
import { cgb } from "./banks/cgb.ts";
import { cib } from "./banks/cib.ts";
import { citic } from "./banks/citic.ts";
import { cmb } from "./banks/cmb.ts";
import { hsbc } from "./banks/hsbc.ts";
import { icbc } from "./banks/icbc.ts";
import { pab } from "./banks/pab.ts";
import { securities } from "./banks/securities.ts";
import { spdb } from "./banks/spdb.ts";
import type { IdScope, Role } from "./bill/line.ts";
import type { Format } from "./format/format.ts";
import { camt } from "./statements/camt.ts";
import { mt940 } from "./statements/mt940.ts";
import { ofx } from "./statements/ofx.ts";
import { qif } from "./statements/qif.ts";
import { alipay } from "./wallets/alipay.ts";
import { jd } from "./wallets/jd.ts";
import { meituan } from "./wallets/meituan.ts";
import { wechat } from "./wallets/wechat.ts";

/**
 * The known formats in the order in which they are tried. One line a format. Those that are told by
 * their text come first: they need no table, whose making costs time and has a limit of rows.
 */
export const FORMATS: readonly Format[] = [
  ofx,
  qif,
  camt,
  mt940,
  gnucash,
  homebank,
  iif,
  beancount,
  ledger,
  alipay,
  wechat,
  jd,
  meituan,
  icbc,
  cmb,
  ccb,
  abc,
  boc,
  bocom,
  citic,
  cgb,
  spdb,
  cib,
  pab,
  hsbc,
  securities,
  fenming,
  gnucashCsv,
  hledgerCsv,
  feidee,
  qianji,
  koudai,
  ezbookkeeping,
  firefly,
  ynab,
  mint,
  actual,
  copilot,
  monarch,
  cashew,
  bluecoins,
  realbyte,
];

const byKey = new Map(FORMATS.map((format) => [format.key, format]));

/** Whether its numbers are unique everywhere; within one account for a format that is not known. */
export function idScopeOf(key: string): IdScope {
  return byKey.get(key)?.ids ?? "account";
}

/** Who writes bills of this format; "bank" for a format that is not known any more, and for tables. */
export function roleOf(key: string): Role {
  return byKey.get(key)?.role ?? "bank";
}
