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

/** `subject` says what the form is open for; `begin` what stands in it at first. */
export function useTyped<T extends object>(subject: string, begin: () => T): TypedFields<T> {
  const { userId } = useBook();
  const [before] = useState(() => findDraft<{ form: Partial<T> }>(userId, subject));
  const [begun] = useState(begin);
  const [restored, setRestored] = useState(before?.at);
  const [byHand, setByHand] = useState<Partial<T>>(before?.form ?? {});
  useEffect(() => {
    if (Object.keys(byHand).length > 0) keepDraft(userId, subject, { form: byHand });
  }, [userId, subject, byHand]);
  const drop = () => dropDraft(userId, subject);
  const discard = () => {
    drop();
    setRestored(undefined);
    setByHand({});
  };
  const set = (part: Partial<T>) => setByHand((last) => ({ ...last, ...part }));
  return { form: { ...begun, ...byHand }, set, typed: { restored, discard, drop } };
}
