/**
 * The key by which a line is known again, so that the same file twice, or two files that overlap,
 * add nothing twice. It says nothing about status or category, which change between files, and
 * nothing about the kind that a statement's row was taken for, which better rules may change.
 */
import { hash } from "node:crypto";
import type { Bill, BillLine } from "./line.ts";

/** Their ids are unique for everybody, and their owner's name may be a nickname that changes. */
const GLOBAL_IDS = new Set(["alipay", "wechat", "jd", "meituan"]);

/**
 * One key for each line, in the lines' order. With an id: provider, owner and account (where ids are
 * only unique within them), id, purchase/refund/fee, time and amount, because JD and old Alipay
 * share one id between several rows. Without: everything that tells rows apart. Rows that are equal
 * even so are numbered, so that N equal rows stay N rows and are found again as N.
 */
export function lineKeys(bill: Bill): string[] {
  const occurrences = new Map<string, number>();
  return bill.lines.map((line) => {
    const identity = lineIdentity(bill, line);
    const occurrence = (occurrences.get(identity) ?? 0) + 1;
    occurrences.set(identity, occurrence);
    return `${bill.format}:${digest(`${identity}\u0000${occurrence}`)}`;
  });
}

function lineIdentity(bill: Bill, line: BillLine): string {
  const gross = line.amount + (line.fee ?? 0);
  const common = [line.time, gross, line.currency];
  if (line.externalId !== "") {
    const scope = GLOBAL_IDS.has(bill.format) ? [] : [bill.owner, ownAccount(line)];
    return JSON.stringify(["id", ...scope, line.externalId, part(line), ...common]);
  }
  const owner = bill.format === "wechat" ? "" : bill.owner;
  const text = [line.counterparty, line.description];
  return JSON.stringify(["row", owner, ownAccount(line), direction(line), ...common, ...text]);
}

/** Purchases may turn from unpaid to paid to closed; a refund and a fee stay what they are. */
function part(line: BillLine): string {
  if (line.own) return line.own.direction;
  return line.kind === "refund" || line.kind === "fee" ? line.kind : "main";
}

function direction(line: BillLine): string {
  if (line.own) return line.own.direction;
  if (line.kind === "income" || line.kind === "refund") return "in";
  if (line.kind === "expense" || line.kind === "fee") return "out";
  return line.kind;
}

/** The statement's own account; else both of a transfer, whichever of them is the file's own. */
function ownAccount(line: BillLine): string {
  if (line.own) return line.own.account;
  return line.toAccount === undefined ? line.account : `${line.account}>${line.toAccount}`;
}

/** 132 bits are enough for a lifetime of lines and short enough for an index. */
function digest(text: string): string {
  return hash("sha256", text, "base64url").slice(0, 22);
}
