/** Where a page of records ended: opaque to clients, exact for us, whatever is added meanwhile. */

import { records } from "../../contract/records.ts";
import type { Refusal } from "../../contract/refusal.ts";
import { invalidField } from "./input.ts";

export interface CursorPosition {
  createdAt: string;
  id: number;
}

/** A position in a list that is ordered by date. */
export interface DatePosition extends CursorPosition {
  date: string;
}

/** A position in a list that is ordered by amount, in fen. */
export interface AmountPosition {
  amount: number;
  id: number;
}

const INSTANT = String.raw`(\d{4}-\d{2}-\d{2}T[\d:.]{12}Z)`;
const POSITION = new RegExp(String.raw`^${INSTANT} (\d{1,15})$`);
const AMOUNT_PLACE = /^(\d{1,15}) (\d{1,15})$/;
const DATE_PLACE = new RegExp(String.raw`^${INSTANT} ${INSTANT} (\d{1,15})$`);

export function writeCursor({ createdAt, id }: CursorPosition): string {
  return encodePosition(`${createdAt} ${id}`);
}

export function readCursor(text: string): CursorPosition {
  const [createdAt, id] = decodePosition(text, POSITION);
  return { createdAt: createdAt as string, id: Number(id) };
}

export function writeDateCursor({ date, createdAt, id }: DatePosition): string {
  return encodePosition(`${date} ${createdAt} ${id}`);
}

export function readDateCursor(text: string): DatePosition {
  const [date, createdAt, id] = decodePosition(text, DATE_PLACE);
  if (Number.isNaN(Date.parse(date as string))) throw refuseCursor();
  return { date: date as string, createdAt: createdAt as string, id: Number(id) };
}

export function writeAmountCursor({ amount, id }: AmountPosition): string {
  return encodePosition(`${amount} ${id}`);
}

export function readAmountCursor(text: string): AmountPosition {
  const [amount, id] = decodePosition(text, AMOUNT_PLACE);
  return { amount: Number(amount), id: Number(id) };
}

/** A cursor of any list: the text of a position, opaque to clients. */
export function encodePosition(position: string): string {
  return Buffer.from(position).toString("base64url");
}

/** The parts of a cursor's text that the pattern captures. Refuses what is no such cursor. */
export function decodePosition(text: string, pattern: RegExp): string[] {
  const match = pattern.exec(Buffer.from(text, "base64url").toString());
  if (!match) throw refuseCursor();
  return match.slice(1);
}

function refuseCursor(): Refusal {
  return invalidField("cursor", records.list.query.properties.cursor);
}
