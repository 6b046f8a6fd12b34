/** Which column is which, by the names that banks and apps give them, in the languages of many. */
import { simplified } from "../../ledger/plain-text.ts";
import { wordTable } from "../../ledger/word-table.ts";
import { cleanCell, currencyCode } from "../file/cells.ts";
import type { Cell } from "../file/sheet.ts";
import { columnName } from "../file/table.ts";
import { readTime } from "../values/times.ts";
import type { ColumnContent } from "./mapping-columns.ts";

/** What a column can be. */
export type ColumnRole =
  | "date"
  /** A date for the rows whose first date is empty. */
  | "otherDate"
  | "clock"
  | "amount"
  | "in"
  | "out"
  | "fee"
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
const NAMES: [ColumnRole, string][] = [
  [
    "date",
    "交易日期|交易日|消费日期|消费日|发生日期|发生日|记账日期|记账日|入账日期|入账日|过账日期|过账日|日期|date|transaction date|trans date|trans. date|trade date|" +
      "started date|created on|date (utc)|datetime|posting date|posted date|posting|post date|booking date|completed date|value date|" +
      "buchungstag|buchungsdatum|datum|data|fecha|fecha operación|fecha operacion|date opération|date operation|dato|交易时间|支付时间|付款时间|订单付款时间|下单时间|订单创建时间|创建时间|记录时间|发生时间|时间|" +
      "transaction time|time|timestamp|entry date|取引日|取引日付|日付|ご利用日|利用日|거래일자|거래일시|거래일|날짜|" +
      "дата|дата операции|дата проводки|bokföringsdag|transaktionsdag|bogføringsdato|kirjauspäivä|päivämäärä|tarih|işlem tarihi|" +
      "data operacji|data księgowania|data transakcji|data operazione|data contabile",
  ],
  ["clock", "交易时间|交易时刻|记账时间|时间|时刻|time|transaction time|trade time|set time|hora"],
  [
    "in",
    "收入金额|收入|存入金额|存入|贷方金额|贷方发生额|贷方|转入金额|收入额|入账金额|贷记金额|进|进账|进帐|credit amount|credit|credits|" +
      "deposits|deposit|deposit amt|deposit amount|paid in|money in|inflow|income amount|amount in|haben|gutschrift|bij|crédit|credito|crédito|abono|entrada|entradas|ingresos|" +
      "转入|收款金额|存款|入金|入金額|お預り金額|お預入れ|お預け入れ金額|お預入れ|預かり金額|입금|입금액|приход|поступление|поступления|зачисление|entrate|accrediti|accredito|avere|" +
      "abonos|haber|uznania|wpływy|insättning|insättningar|inn på konto|inn|ind|créditos|crédits|recettes|einnahmen|gutschriften|zahlungseingang|in",
  ],
  [
    "out",
    "支出金额|支出|取出金额|取出|借方金额|借方发生额|借方|转出金额|支出额|借记金额|消费金额|出|出账|出帐|debit amount|debit|debits|" +
      "withdrawals|withdrawal|withdrawal amt|withdrawal amount|paid out|money out|outflow|expense amount|amount out|soll|lastschrift|af|débit|debito|débito|cargo|saída|saídas|salida|gastos|" +
      "转出|付款金额|提款|提出|出金|出金額|お支払金額|お引出し|お引き出し金額|支払い金額|출금|출금액|расход|списание|списания|uscite|addebiti|addebito|dare|" +
      "cargos|debe|obciążenia|wydatki|uttag|ut fra konto|ut|ud|débitos|débits|dépenses|ausgaben|belastung|belastungen|zahlungsausgang|out",
  ],
  [
    "amount",
    "交易金额|金额|人民币金额|amount (total)|发生额|实付金额|实付款|实付|实际支付金额|实际付款金额|买家实际支付金额|支付金额|入账金额|结算金额|记账金额|net|amount|transaction amount|billing amount|" +
      "betrag|umsatz|bedrag|montant|importe|valor|beløb|belopp|kwota|amt|value|sum|거래금액|금액|сумма|сумма операции|importo|tutar|částka|määrä|montante",
  ],
  [
    "fee",
    "手续费|服务费|交易手续费|fee|fees|fee amount|source fee amount|transaction fee|commission|charge|charges|gebühr",
  ],
  [
    "type",
    "收/支|收支|收支类型|收支方向|收支标志|收/支类型|收/付|收付|收付标志|收付类型|借贷|借/贷|借贷标志|借贷标识|借贷状态|借贷方向|资金方向|资金流向|交易方向|类型|交易类型|交易类别|操作|操作类型|记录类型|credit/debit|debit/credit|credit debit indicator|dr/cr|" +
      "cr/dr|d/c|c/d|d/k|s/h|soll/haben|af bij|af/bij|af / bij|direction|income/expense|transaction type|type|typ|tipo|sens|方向|資金方向|区分|구분",
  ],
  [
    "balance",
    "账户余额|本次余额|交易后余额|余额|结余|账户结余|running balance|running bal|balance after|closing balance|balance|saldo|solde|saldo nach buchung|" +
      "残高|差引残高|잔액|거래후잔액|остаток|bakiye|zůstatek|kontostand|saldo po operacji",
  ],
  [
    "currency",
    "币种|货币|币别|交易币种|入账币种|记账币种|结算币种|账户币种|货币类型|currency|currency code|source currency|währung|waehrung|valuta|devise|moneda|moeda|munt",
  ],
  [
    "toAccount",
    "转入账户|收款账户|转入帐户|收款帐户|收款(转入)|income(transfer in)|目标账户|账户2|对方账户名称|to account|to account / to category|account2|transfers|transfer to|transfer account|account to|destination account",
  ],
  [
    "account",
    "账户|账户名称|收支账户|支付方式|付款方式|收/付款方式|转出账户|付款账户|转出帐户|付款帐户|付款(转出)|expense(transfer out)|账户1|资金账户|卡号|付款卡号|卡号末四位|卡号后四位|卡末四位|账号|account name|from account|" +
      "account number|account|wallet|konto|rekening|conta|cuenta|compte",
  ],
  [
    "counterparty",
    "交易对方|对方户名|对方名称|对方姓名|对方账户名|对方姓名/对方行名|对手姓名|对手户名|对手名称|交易对手名称|商户名称|交易商户|商户|商家|交易对手|对方|收款人|付款人|对方账号|交易场所|payee|merchant name|merchant|" +
      "counterparty|counterparty name|partner name|target name|beneficiary|empfänger|begünstigter/zahlungspflichtiger|auftraggeber/empfänger|naam/omschrijving|name|title",
  ],
  [
    "category",
    "交易分类|一级分类|支出大类|收入大类|分类|类别|类目|大类|主类别|category|category name|envelope|kategorie|categoría|categoria|catégorie",
  ],
  [
    "description",
    "商品说明|商品|商品名称|交易备注|备注|摘要|交易摘要|交易说明|交易描述|业务摘要|交易附言|交易详情|说明|用途|附言|描述|交易名称|业务类型|业务种类|摘要信息|description|transaction description|memo|note|notes|details|" +
      "narrative|particulars|verwendungszweck|buchungstext|mededelingen|reference|payment reference|text|descrição|descripción|concepto|libellé|omschrijving|" +
      "内容|お取引内容|取引内容|ご利用店名|利用店名|적요|거래내용|описание|описание операции|назначение платежа|opis|opis operacji|tytuł|descrizione|causale|" +
      "beschreibung|betreff|açıklama|popis|selitys|tekst|forklaring|beskrivelse|referens",
  ],
  [
    "id",
    "交易单号|交易订单号|订单号|流水号|交易流水号|交易号|凭证号|transaction id|transaction no.|transaction no|reference number|id|transferwise id|fitid",
  ],
  ["status", "交易状态|当前状态|状态|支付状态|订单状态|status|state|transaction status"],
];

/** A column's name as it is compared here: banks of Taiwan, Hong Kong and Japan write it in characters of their own. */
export function plainName(title: string): string {
  return simplified(columnName(title));
}

const LISTS = NAMES.map(([role, names]) => [role, names.split("|").map(plainName)] as const);
const KNOWN = new Set(LISTS.flatMap(([, names]) => names));

/** Whether a column of this name is known to hold what one of the roles reads. */
export function isKnownName(title: string): boolean {
  return KNOWN.has(columnUnit(title).name) || KNOWN.has(plainName(title));
}

const TELLING = new Set(
  LISTS.flatMap(([role, names]) =>
    role === "description" || role === "counterparty" || role === "type" ? names : [],
  ),
);

/** Whether a column's name says that its words tell what a record was for, or who was paid. */
export function tellsInWords(title: string): boolean {
  return TELLING.has(plainName(title)) || DESCRIBES.test(title);
}

/** What the name of a column says about the numbers in it. */
export interface ColumnUnit {
  /** The name without its unit, as it is compared. */
  name: string;
  /** ISO 4217; "" where the name tells no currency. */
  currency: string;
  /** How many of the currency's units one is: 10,000 under 金额(万元). */
  scale: number;
}

const SCALES = wordTable<number>({
  万: 10_000,
  千: 1_000,
  分: 0.01,
  角: 0.1,
  thousands: 1_000,
  cents: 0.01,
  cent: 0.01,
  fen: 0.01,
  pence: 0.01,
  minor: 0.01,
});
/** The codes of ISO 4217. */
export const CODES = new Set(Intl.supportedValuesOf("currency"));
const units = new Map<string, ColumnUnit>();

/** Reads the unit that stands behind a name: "金额（单位：元）", "Amount (EUR)", "Betrag EUR". */
export function columnUnit(title: string): ColumnUnit {
  const known = units.get(title);
  if (known) return known;
  const text = title
    .slice(0, LONGEST_NAME + 1)
    .normalize("NFKC")
    .trim();
  const found = text.length > LONGEST_NAME ? null : unitBehind(text);
  const [, side] = OF_ONE_SIDE.exec(plainName(text)) ?? [];
  if (side !== undefined) return { name: side, currency: "", scale: 1 };
  const unit = (found && unitOf(found[1]!, found[2]!)) ??
    currencyInFront(text) ?? {
      name: plainName(title),
      currency: "",
      scale: 1,
    };
  if (units.size > 2_000) units.clear();
  units.set(title, unit);
  return unit;
}

/** 记账金额(收入): one side of two columns. */
const OF_ONE_SIDE = /^(?:记账|交易|入账|发生)?金?额\((收入|支出|贷方|借方|存入|取出|转入|转出)\)$/;

/** What is longer is no name with a unit; the patterns below try every blank of it as the end of the name. */
const LONGEST_NAME = 200;

function unitBehind(text: string): RegExpExecArray | null {
  return (
    /^(.+?)\s*[([【]\s*(?:(?:货币)?单位\s*[:：]?|币种\s*[:：]|in\s)?\s*([^()[\]【】]+?)\s*[)\]】]$/i.exec(
      text,
    ) ??
    /^(.+?)\s+(?:in\s+)?([A-Z]{3})$/.exec(text) ??
    /^(.+?)[_ -](?:in[_ -])?(thousands|cents?|pence|fen|minor)$/i.exec(text)
  );
}

const IN_FRONT = /^(\p{sc=Han}{1,4}[币元])(?:交易|消费|入账)?(金额|支出|收入|余额)$/u;

/** 新臺幣金額: the currency that stands before the name; 人民币金额 is a name of its own. */
function currencyInFront(text: string): ColumnUnit | undefined {
  const [, word = "", name = ""] = IN_FRONT.exec(plainName(text)) ?? [];
  const currency = currencyCode(word);
  return currency === "" || currency === "CNY" ? undefined : { name, currency, scale: 1 };
}

/** Whether the name of an amount says which currency it is in, whatever was paid abroad. */
export function namesCurrency(title: string): boolean {
  return plainName(title) === "人民币金额" || currencyInFront(title) !== undefined;
}

function unitOf(name: string, word: string): ColumnUnit | undefined {
  const small = /^(?:in )?(thousands|cents?|pence|fen|minor)$/i.exec(word)?.[1]?.toLowerCase();
  if (small !== undefined) return { name: plainName(name), currency: "", scale: SCALES[small]! };
  const scaled = /^(?:人民币)?([万千分角])(?:元)?$/.exec(word);
  const scale = scaled ? SCALES[scaled[1]!] : 1;
  const currency = scaled ? "CNY" : currencyCode(word.replace(/^[+-]/, ""));
  // "(tip)" and "(tax)" have three letters as well.
  if (/^[a-z]{3}$/.test(word) && !CODES.has(currency)) return undefined;
  return currency === "" ? undefined : { name: plainName(name), currency, scale: scale ?? 1 };
}

/** "单位：万元", "Amounts in thousands": the unit of every amount under it whose column names none. */
const OF_ALL =
  /单位\s*[:：]\s*(?:人民币)?\s*([万千分角])(?:元|(?=\s|[)）,，;；]|$))|\b(?:amounts?|figures|values)\s+(?:are\s+)?in\s+(thousands|cents|pence|minor)\b/i;

/** The scale that the lines above a table state for all of its amounts; 1 where they state none. */
export function scaleAbove(preamble: readonly string[]): number {
  for (const line of preamble) {
    const found = OF_ALL.exec(line.normalize("NFKC"));
    if (found) return SCALES[(found[1] ?? found[2] ?? "").toLowerCase()] ?? 1;
  }
  return 1;
}

/** "Currency:, SGD - Singapore Dollar", "币种：港币": the currency of what stands below. */
const CURRENCY_OF_ALL =
  /(?:币种|币别|货币|单位|\bcurrency)(?: ?code)?\s*[:：]?[\s,，]*([A-Za-z]{3}(?![A-Za-z])|\p{sc=Han}{2,5})/iu;

/** The currency that the lines above a table state for it; "" where they state none, or two. */
export function currencyAbove(preamble: readonly string[]): string {
  const found = new Set<string>();
  for (const line of preamble) {
    const [, word = ""] =
      CURRENCY_OF_ALL.exec(simplified(line.slice(0, LONGEST_NAME).normalize("NFKC"))) ?? [];
    const code = currencyCode(word);
    if (code !== "" && CODES.has(code)) found.add(code);
  }
  return found.size === 1 ? ([...found][0] as string) : "";
}

/** The columns of a table by role. */
export type Roles = Partial<Record<ColumnRole, string>>;

/**
 * Gives each role the first column that bears one of its names and holds what the role needs; a column
 * has one role. Of several dates the one with the most rows is taken, and a second one for its gaps.
 */
export function rolesOf(titles: readonly string[], contents: readonly ColumnContent[]): Roles {
  const roles: Roles = {};
  const taken = new Set<string>();
  const indexes = new Map<string, number>();
  titles.forEach((title, index) => {
    for (const name of [columnUnit(title).name, plainName(title)]) {
      if (name !== "" && !indexes.has(name)) indexes.set(name, index);
    }
  });
  const take = (role: ColumnRole, index: number | undefined) => {
    const title = index === undefined ? undefined : titles[index];
    if (title === undefined) return;
    taken.add(title);
    roles[role] = title;
  };
  for (const [role, names] of LISTS) {
    const named = names.flatMap((name) => indexes.get(name) ?? []);
    const free = named.filter((index) => !taken.has(titles[index] as string));
    const fitting = free.filter((index) => holds(role, contents[index]));
    const filled = fitting.find((index) => contents[index]?.filled !== 0);
    if (role !== "date") take(role, filled ?? fitting[0]);
    else takeDates(fitting, contents, take);
  }
  onlyAmount(roles);
  oneTransfer(roles);
  onlyCounterparty(roles);
  takeByContent(titles, contents, roles, taken);
  return roles;
}

const AMOUNT_NAMES = new Set(LISTS.find(([role]) => role === "amount")?.[1]);

/** 入账金额 is what was booked, whichever way and whatever 交易金额 was paid, where no column says what went out. */
function onlyAmount(roles: Roles): void {
  const { in: into, out } = roles;
  if (into === undefined || out !== undefined) return;
  if (!AMOUNT_NAMES.has(columnUnit(into).name)) return;
  roles.amount = into;
  delete roles.in;
}

/** A table of transfers writes what left one account and what reached the other: one movement. */
function oneTransfer(roles: Roles): void {
  const { in: into, out, account, toAccount } = roles;
  if (!account || !toAccount || roles.amount || roles.type) return;
  if (plainName(out ?? "") !== "转出金额" || plainName(into ?? "") !== "转入金额") return;
  roles.amount = out as string;
  delete roles.in;
  delete roles.out;
}

/** 对方账户名称 is who was paid, and no account of one's own, in a statement that names none. */
function onlyCounterparty(roles: Roles): void {
  const { account, toAccount } = roles;
  if (account !== undefined || toAccount === undefined || !toAccount.includes("对方")) return;
  roles.counterparty = toAccount;
  delete roles.toAccount;
}

/** Whether a column's contents can be what a role needs; an empty column can be anything. */
function holds(role: ColumnRole, content: ColumnContent | undefined): boolean {
  if (content === undefined || content.filled === 0) return true;
  if (role === "date") return (content.dates + content.yearless) * 2 >= content.filled;
  if (role !== "amount" && role !== "in" && role !== "out" && role !== "fee") return true;
  return content.amounts * 2 >= content.filled;
}

function takeDates(
  fitting: readonly number[],
  contents: readonly ColumnContent[],
  take: (role: ColumnRole, index: number | undefined) => void,
): void {
  const filled = (index: number) => contents[index]?.filled ?? 0;
  const most = Math.max(0, ...fitting.map(filled));
  const chosen = fitting.find((index) => filled(index) * 2 >= most);
  take("date", chosen);
  if (chosen === undefined) return;
  take(
    "otherDate",
    fitting.find((index) => index !== chosen && contents[index]!.dates > 0),
  );
}

/** A date or an amount whose name nobody knows is told by being the only column that it can be. */
function takeByContent(
  titles: readonly string[],
  contents: readonly ColumnContent[],
  roles: Roles,
  taken: ReadonlySet<string>,
): void {
  const free = (fits: (content: ColumnContent) => boolean) =>
    titles.filter((title, index) => {
      const content = contents[index];
      return title !== "" && !taken.has(title) && content !== undefined && fits(content);
    });
  if (roles.date === undefined) {
    const dates = free(({ filled, dates }) => filled > 0 && dates === filled);
    if (dates.length === 1) roles.date = dates[0] as string;
  }
  if (roles.description === undefined) {
    const texts = free(
      ({ filled, dates, amounts }) => filled > 0 && dates === 0 && amounts < filled,
    );
    const letters = (title: string) => contents[titles.indexOf(title)]?.letters ?? 0;
    const wordiest = [...texts].sort((a, b) => letters(b) - letters(a))[0];
    const named = texts.find((title) => DESCRIBES.test(title));
    const described = named ?? (lettersOnly(titles) ? wordiest : undefined);
    if (described !== undefined) roles.description = described;
  }
  if (roles.amount !== undefined || roles.in !== undefined || roles.out !== undefined) return;
  const amounts = free(
    ({ filled, amounts: read, money, dates }) =>
      filled > 0 && read === filled && money && dates < filled,
  );
  if (amounts.length === 1) roles.amount = amounts[0] as string;
}

/** How names of a column that describes begin: "Description1", "摘要信息". */
const DESCRIBES = /^(description|details|memo|narrative|摘要|说明|用途|备注)/i;

/** Whether nobody named the columns: they are called A, B, C. */
function lettersOnly(titles: readonly string[]): boolean {
  return titles.every((title) => /^[A-Z]{1,2}$/.test(title));
}

/** A number with or without a sign: no name of a column. */
const VALUE = /^[-+¥￥$€£]?[\d.,\s]+$/;

/** How much a row is like a header: text cells only, and more for every known name. */
export function nameHeader(cells: readonly Cell[]): number {
  const texts: string[] = [];
  for (const cell of cells) {
    const text = cleanCell(cell);
    if (/\d/.test(text) && (VALUE.test(text) || readTime(text))) return 0;
    if (text !== "") texts.push(text);
  }
  if (texts.length < 2) return 0;
  // Every row of a sheet is looked at: a long text is compared with no name.
  const known = texts.filter((text) => text.length <= LONGEST_NAME && isKnownName(text));
  return 1 + known.length * 10 + Math.min(texts.length, 9) / 10;
}
