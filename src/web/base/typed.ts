/** The fields of a form of a dialog. What was typed survives its closing, and the page. */
import { useEffect, useState } from "react";
import { dropDraft, findDraft, keepDraft } from "./drafts.ts";
import { useBook } from "./open-book.ts";

/** What a form does with what was typed before. */
export interface Typed {
  /** When it was typed, where it was before. */
  restored: number | undefined;
  /** Begins again. */
  discard: () => void;
  /** Lets it go: it is saved, or not wanted. */
  drop: () => void;
}

interface TypedFields<T> {
  form: T;
  set: (part: Partial<T>) => void;
  typed: Typed;
}

const NONE: readonly never[] = [];

/**
 * `subject` says what the form is open for; `begin` what stands in it at first; `secrets` are the fields
 * that no browser may keep.
 */
export function useTyped<T extends object>(
  subject: string,
  begin: () => T,
  secrets: readonly (keyof T)[] = NONE,
): TypedFields<T> {
  const { userId } = useBook();
  const [before] = useState(() => findDraft<{ form: Partial<T> }>(userId, subject));
  const [begun] = useState(begin);
  const [restored, setRestored] = useState(before?.at);
  const [byHand, setByHand] = useState<Partial<T>>(before?.form ?? {});
  useEffect(() => {
    const form = without(byHand, secrets);
    // What was found is kept already, since it was typed.
    if (byHand !== before?.form && Object.keys(form).length > 0)
      keepDraft(userId, subject, { form });
  }, [userId, subject, byHand, before, secrets]);
  const drop = () => dropDraft(userId, subject);
  const discard = () => {
    drop();
    setRestored(undefined);
    setByHand({});
  };
  const set = (part: Partial<T>) => setByHand((last) => ({ ...last, ...part }));
  return { form: { ...begun, ...byHand }, set, typed: { restored, discard, drop } };
}

function without<T extends object>(fields: Partial<T>, left: readonly (keyof T)[]): Partial<T> {
  const kept = Object.entries(fields).filter(([name]) => !left.includes(name as keyof T));
  return Object.fromEntries(kept) as Partial<T>;
}
