import type { BookRecord } from "../api/models.ts";
import { categoryText } from "../base/category-text.ts";
import { useWords, type Words } from "../words/words.ts";

/** What a record is called in every list: its category, marked where it is a refund or waits. */
export function RecordTitle({
  record,
}: {
  record: Pick<BookRecord, "category" | "refund" | "waiting">;
}) {
  const words = useWords();
  return (
    <span className="record-title">
      <span className="ellipsis">{categoryText(record.category)}</span>
      {record.refund && <em className="tag">{words.refund}</em>}
      {record.waiting && <em className="tag">{words.notSynced}</em>}
    </span>
  );
}

/** What is said about a record; a refund without a note of its own says what came back. */
export function noteOf(record: BookRecord, words: Words): string {
  if (record.description !== "" || !record.refund) return record.description;
  return words.refundNote(categoryText(record.category));
}
