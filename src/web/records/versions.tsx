/** Two devices changed the same thing: both versions, field by field, and which of them holds. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { type Day, instantAt, startOfDay } from "../../ledger/calendar.ts";
import { recordFields, transferFields } from "../api/edits.ts";
import { budgetOf, dayOfDate, isTransfer, recordOf, transferOf } from "../api/models.ts";
import { replace, takeTheirs } from "../api/outbox.ts";
import type { Patch } from "../api/patch.ts";
import type { Stored, Waiting } from "../api/wish.ts";
import { useBook } from "../base/open-book.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useWords } from "../words/words.ts";
import { useFieldText } from "./field-text.ts";
import "./versions.css";

type Fields = Record<string, unknown>;
type Side = "mine" | "theirs";

interface VersionsProps {
  item: Waiting;
  close: () => void;
}

export default function Versions({ item, close }: VersionsProps) {
  const words = useWords();
  const { zone } = useBook();
  const { own, mine, theirs, names } = versionsOf(item, zone);
  const touched = item.calls[0]?.body ?? {};
  const [chosen, setChosen] = useState<Record<string, Side>>(() =>
    Object.fromEntries(names.map((name) => [name, name in touched ? "mine" : "theirs"])),
  );
  const settle = (side: (name: string) => Side | undefined) => {
    close();
    const kept = names.filter((name) => side(name) === "mine");
    keep(item, Object.fromEntries(kept.map((name) => [name, own[name]])), zone);
  };
  return (
    <Dialog opened onClose={close} title={words.versions.title} size="lg">
      <p className="muted">{words.versions.hint}</p>
      <div className="versions">
        {names.map((name) => (
          <Field
            key={name}
            name={name}
            values={{ mine: mine[name], theirs: theirs[name] }}
            side={chosen[name] ?? "theirs"}
            choose={(side) => setChosen({ ...chosen, [name]: side })}
          />
        ))}
      </div>
      <div className="versions-actions">
        <Button variant="default" onClick={() => settle(() => "theirs")}>
          {words.versions.useTheirs}
        </Button>
        <Button variant="default" onClick={() => settle(() => "mine")}>
          {words.versions.useMine}
        </Button>
        <Button data-autofocus onClick={() => settle((name) => chosen[name])}>
          {words.versions.save}
        </Button>
      </div>
    </Dialog>
  );
}

interface FieldProps {
  name: string;
  values: Record<Side, unknown>;
  side: Side;
  choose: (side: Side) => void;
}

function Field({ name, values, side, choose }: FieldProps) {
  const words = useWords();
  const fieldText = useFieldText();
  const label = words.fields[name] ?? name;
  return (
    <fieldset className="versions-field">
      <legend>{label}</legend>
      {(["mine", "theirs"] as const).map((one) => (
        <label key={one} data-chosen={one === side || undefined}>
          <input
            type="radio"
            name={`version-${name}`}
            checked={one === side}
            onChange={() => choose(one)}
          />
          <span className="muted">{words.versions[one]}</span>
          <strong>{fieldText(name, values[one])}</strong>
        </label>
      ))}
    </fieldset>
  );
}

/** This device's version as it is sent, and both as they are shown where they differ: dates as days. */
function versionsOf({ patch, calls, theirs: stored }: Waiting, zone: string) {
  const [old] = patch.removed ?? [];
  const base = old ? (isTransfer(old) ? transferFields(old) : recordFields(old)) : { amount: 0 };
  const own: Fields = { ...base, ...calls[0]?.body };
  const theirs = stored as Stored;
  const names = Object.keys(base).filter(
    (name) => shownValue(name, own) !== shownValue(name, theirs),
  );
  const shown = (fields: Fields) =>
    Object.fromEntries(names.map((name) => [name, shownValue(name, fields)]));
  return { own, mine: shown(own), theirs: shown(theirs), names };

  function shownValue(name: string, fields: Fields): unknown {
    const value = fields[name] ?? null;
    if (name === "refund") return value === true;
    if (name !== "date") return value;
    return dayOfDate(String(value), zone);
  }
}

/** Sends the chosen fields over the other version, or leaves that as it is. */
function keep(item: Waiting, chosen: Fields, zone: string): void {
  const [call] = item.calls;
  const theirs = item.theirs as Stored;
  if (call === undefined || Object.keys(chosen).length === 0) {
    takeTheirs(item);
    return;
  }
  const body = { ...chosen, updatedAt: theirs.updatedAt };
  replace(item.key, { calls: [{ ...call, body }], patch: patchOf(item, chosen, zone) });
}

function patchOf({ patch, theirs }: Waiting, chosen: Fields, zone: string): Patch {
  const next = { ...theirs, ...chosen, ...dated(chosen, zone) } as never;
  if (patch.budgetAdded) {
    return { budgetRemoved: budgetOf(theirs as never), budgetAdded: budgetOf(next) };
  }
  const read = patch.removed?.[0] && isTransfer(patch.removed[0]) ? transferOf : recordOf;
  return { removed: [read(theirs as never, zone)], added: [read(next, zone)] };
}

/** A chosen day as an instant within it, as the service says dates. */
function dated({ date }: Fields, zone: string) {
  if (date === undefined || String(date).includes("T")) return {};
  return { date: instantAt(startOfDay(date as Day, zone) as number) };
}
