/** Which column is which, by the names that banks and apps give them, in Chinese and English. */
import { cleanCell } from "./cells.ts";
import { type Cell, columnName } from "./table.ts";
import { readTime } from "./times.ts";

/** What a column can be. */
export type ColumnRole =
  | "date"
  | "clock"
  | "amount"
  | "in"
  | "out"
  | "type"
  | "balance"
  | "currency"
  | "account"
  | "toAccount"
  | "counterparty"
  | "description"
  | "category"
  | "id"
  | "status";

/** Names in the order of preference; roles in the order in which they choose a column. */
const NAMES: [ColumnRole, string[]][] = [
  [
    "date",
    [
      "交易日期|交易日|消费日期|发生日期|记账日期|记账日|入账日期|日期|date|transaction date",
      "posting date|posted date|booking date|value date|buchungstag|datum|交易时间|记录时间|时间",
      "transaction time|time",
    ].flatMap((names) => names.split("|")),
  ],
  ["clock", ["交易时间", "记账时间", "时间", "time", "transaction time"]],
  [
    "in",
    "收入金额|收入|存入金额|存入|贷方金额|贷方发生额|贷方|转入金额|credit amount|credit|deposits|deposit|paid in|money in|inflow".split(
      "|",
    ),
  ],
  [
    "out",
    "支出金额|支出|取出金额|取出|借方金额|借方发生额|借方|转出金额|debit amount|debit|withdrawals|withdrawal|paid out|money out|outflow".split(
      "|",
    ),
  ],
  [
    "amount",
    "交易金额|金额(元)|金额|人民币金额|发生额|实付金额|amount|transaction amount|billing amount|betrag|value|sum".split(
      "|",
    ),
  ],
  [
    "type",
    "收/支|收支|收支类型|收支方向|借贷|借贷标志|交易类型|类型|credit/debit|debit/credit|dr/cr|cr/dr|transaction type|type".split(
      "|",
    ),
  ],
  ["balance", "账户余额|本次余额|余额|running balance|balance".split("|")],
  ["currency", "币种|货币|币别|交易币种|currency|währung".split("|")],
  ["toAccount", "转入账户|收款账户|目标账户|to account".split("|")],
  ["account", "账户|支付方式|付款方式|收/付款方式|卡号|账号|account name|account".split("|")],
  [
    "counterparty",
    "交易对方|对方户名|对方名称|商户名称|商户|商家|交易对手|对方|收款人|付款人|对方账号|payee|merchant name|merchant|counterparty|empfänger|name".split(
      "|",
    ),
  ],
  ["category", "交易分类|一级分类|分类|类别|category".split("|")],
  [
    "description",
    "商品说明|商品|交易备注|备注|摘要|交易摘要|说明|用途|附言|描述|description|memo|notes|details|narrative|verwendungszweck|reference".split(
      "|",
    ),
  ],
  [
    "id",
    "交易单号|交易订单号|订单号|流水号|交易流水号|交易号|transaction id|reference number|id".split(
      "|",
    ),
  ],
  ["status", "交易状态|当前状态|状态|status".split("|")],
];

const KNOWN = new Set(NAMES.flatMap(([, names]) => names.map(columnName)));

/** Gives each role the first column that bears one of its names; a column has one role. */
export function rolesOf(titles: readonly string[]): Partial<Record<ColumnRole, string>> {
  const roles: Partial<Record<ColumnRole, string>> = {};
  const taken = new Set<string>();
  const free = new Map(titles.map((title) => [columnName(title), title]));
  for (const [role, names] of NAMES) {
    const name = names.map(columnName).find((one) => free.has(one) && !taken.has(one));
    if (name === undefined) continue;
    taken.add(name);
    roles[role] = free.get(name) as string;
  }
  return roles;
}

/** How much a row is like a header: text cells only, and more for every known name. */
export function nameHeader(cells: readonly Cell[]): number {
  const filled = cells.map(cleanCell).filter((text) => text !== "");
  if (filled.length < 2) return 0;
  const values = filled.filter((text) => /^[-+¥￥$]?[\d.,\s]+$/.test(text) || readTime(text));
  if (values.length > 0) return 0;
  const known = filled.filter((text) => KNOWN.has(columnName(text))).length;
  return 1 + known * 10 + Math.min(filled.length, 9) / 10;
}
