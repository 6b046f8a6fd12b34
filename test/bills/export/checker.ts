/**
 * A small checker of plain-text ledgers, written apart from the readers: it adds up postings in
 * whole fen and verifies every assertion, as `bean-check` and `hledger check` would.
 */

interface Check {
  entries: number;
  assertions: number;
  problems: string[];
}

const COMPONENT = "[\\p{Lu}\\p{Nd}][\\p{L}\\p{Nd}-]*";
const LEGAL = new RegExp(`^(Assets|Liabilities|Equity|Income|Expenses)(:${COMPONENT})+$`, "u");

function fenOf(text: string): bigint {
  const found = /^(-?)(\d+)\.(\d\d)$/.exec(text);
  if (!found) throw new Error(`no amount: ${text}`);
  return BigInt(`${found[1]}${found[2]}${found[3]}`);
}

/** Adds up a Beancount ledger: opened and legal accounts, balanced entries, true balances. */
export function checkBeancount(text: string): Check {
  const check: Check = { entries: 0, assertions: 0, problems: [] };
  const opened = new Map<string, string>();
  const postings: { day: string; account: string; amount: bigint }[] = [];
  const assertions: { day: string; account: string; amount: bigint }[] = [];
  let day = "";
  let sum = 0n;
  for (const line of `${text}\n2999-01-01 end`.split("\n")) {
    const directive = /^(\d{4}-\d\d-\d\d) (\S+)(?: (\S+))?(?:\s+(\S+) CNY)?/.exec(line);
    const posting = /^ {2}([^\s:]+:\S+) {2}(\S+) CNY$/.exec(line);
    if (posting) {
      postings.push({ day, account: posting[1]!, amount: fenOf(posting[2]!) });
      sum += fenOf(posting[2]!);
    } else if (directive) {
      if (sum !== 0n) check.problems.push(`entry before "${line}" does not balance`);
      sum = 0n;
      day = directive[1]!;
      const [, , word, account = "", amount = ""] = directive;
      if (word === "*") check.entries += 1;
      if (word === "open" && opened.has(account)) check.problems.push(`${account} opened twice`);
      if (word === "open") opened.set(account, day);
      if (word === "balance") assertions.push({ day, account, amount: fenOf(amount) });
    }
  }
  for (const { day: on, account } of [...postings, ...assertions]) {
    if (!LEGAL.test(account)) check.problems.push(`illegal account ${account}`);
    if ((opened.get(account) ?? "9") > on) check.problems.push(`${account} is not open on ${on}`);
  }
  for (const asserted of assertions) {
    const held = postings
      .filter((one) => one.account === asserted.account && one.day < asserted.day)
      .reduce((total, one) => total + one.amount, 0n);
    check.assertions += 1;
    if (held !== asserted.amount) check.problems.push(`${asserted.account} holds ${held}`);
  }
  return check;
}

/** Adds up an hledger journal: declared accounts, balanced entries, true assertions. */
export function checkHledger(text: string): Check {
  const check: Check = { entries: 0, assertions: 0, problems: [] };
  const declared = new Set<string>();
  const entries: {
    day: string;
    postings: [account: string, amount: bigint, asserted?: bigint][];
  }[] = [];
  for (const line of text.split("\n")) {
    const account = /^account (.*?) {2}; type: [ALERX]$/.exec(line);
    const header = /^(\d{4}-\d\d-\d\d) \* \S/.exec(line);
    const posting = /^ {4}([^\s;].*?) {4}(\S+) CNY(?: = (\S+) CNY)?$/.exec(line);
    if (account) declared.add(account[1]!);
    if (header) entries.push({ day: header[1]!, postings: [] });
    if (!posting) continue;
    const asserted = posting[3] === undefined ? undefined : fenOf(posting[3]);
    entries.at(-1)!.postings.push([posting[1]!, fenOf(posting[2]!), asserted]);
  }
  entries.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
  const balances = new Map<string, bigint>();
  for (const { day, postings } of entries) {
    check.entries += 1;
    if (postings.reduce((sum, [, amount]) => sum + amount, 0n) !== 0n)
      check.problems.push(`${day} does not balance`);
    for (const [account, amount, asserted] of postings) {
      if (!declared.has(account)) check.problems.push(`${account} is not declared`);
      balances.set(account, (balances.get(account) ?? 0n) + amount);
      if (asserted === undefined) continue;
      check.assertions += 1;
      if (balances.get(account) !== asserted)
        check.problems.push(`${account} holds ${balances.get(account)}`);
    }
  }
  return check;
}
