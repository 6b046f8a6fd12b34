/** Where a page of records ended: opaque to clients, exact for us, whatever is added meanwhile. */

import { records } from "../contract/records.ts";
import type { Refusal } from "../contract/refusal.ts";
import { invalidField } from "./validate.ts";

export interface CursorPosition {
  createdAt: string;
  id: number;
}

export function writeCursor({ createdAt, id }: CursorPosition): string {
  return Buffer.from(`${createdAt} ${id}`).toString("base64url");
}

export function readCursor(text: string): CursorPosition {
  const match = /^(\d{4}-\d{2}-\d{2}T[\d:.]{12}Z) (\d{1,15})$/.exec(
    Buffer.from(text, "base64url").toString(),
  );
  if (!match) throw refuseCursor();
  return { createdAt: match[1] as string, id: Number(match[2]) };
}

function refuseCursor(): Refusal {
  return invalidField("cursor", records.list.query.properties.cursor);
}
