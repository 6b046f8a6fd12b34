/** Plans as a calendar reads them: iCalendar, RFC 5545. Whole days, and text that no reader takes apart. */
import { type Day, LAST_DAY, shiftDay } from "../../ledger/calendar.ts";
import { yuanFixed } from "../../ledger/money.ts";
import type { Standing } from "./occurrence-row.ts";

const MOST_OCTETS = 75;

const HEAD = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//Fenming//Plans//ZH",
  "CALSCALE:GREGORIAN",
  "X-WR-CALNAME:分明 计划",
];

/** The calendar's text, from occurrences that come a few at a time. */
export async function calendarOf(
  occurrences: AsyncIterable<readonly Standing[]>,
  withAmounts: boolean,
): Promise<string> {
  const parts = [textOf(HEAD)];
  for await (const some of occurrences) {
    parts.push(textOf(some.flatMap((one) => eventOf(one, withAmounts))));
  }
  return `${parts.join("")}${textOf(["END:VCALENDAR"])}`;
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** The day that names an occurrence names its event, so that a moved one moves and is no second one. */
function eventOf({ plan, due, date, amount }: Standing, withAmounts: boolean): string[] {
  const said = withAmounts && amount !== null ? `${plan.name} ${yuanFixed(amount)}` : plan.name;
  return [
    "BEGIN:VEVENT",
    `UID:plan-${plan.id}-${due}@fenming`,
    `DTSTAMP:${plan.updatedAt.replace(/\.\d+|[-:]/g, "")}`,
    `DTSTART;VALUE=DATE:${plainDay(date)}`,
    // It ends with the day before this one.
    ...(date < LAST_DAY ? [`DTEND;VALUE=DATE:${plainDay(shiftDay(date, 1))}`] : []),
    `SUMMARY:${escaped(said)}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

const plainDay = (day: Day) => day.replaceAll("-", "");

/** A text value (RFC 5545, 3.3.11). */
export function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/\p{Cc}/gu, " ");
}

/** A line of at most 75 octets, what is longer behind a break and a blank (3.1); no character is cut. */
export function folded(line: string): string {
  // No character of UTF-16 takes more than three.
  if (line.length * 3 <= MOST_OCTETS || Buffer.byteLength(line) <= MOST_OCTETS) return line;
  let octets = 0;
  let found = "";
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MOST_OCTETS) {
      found += "\r\n ";
      octets = 1;
    }
    found += character;
    octets += size;
  }
  return found;
}
