/** The line that books what it says, and how it was understood. */
import { TextInput } from "@mantine/core";
import { IconMessage2 } from "@tabler/icons-react";
import { saidProblems } from "../../contract/quick-problems.ts";
import type { QuickReading } from "../../ledger/quick.ts";
import { categoryText } from "../base/category-text.ts";
import { dayTitle } from "../base/days.ts";
import { typedText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { useSettings } from "../settings.ts";
import { useWords, type Words } from "../words/words.ts";
import type { LineRead } from "./use-line.ts";

interface NaturalLineProps {
  line: string;
  read: LineRead;
  accounts: { id: number; name: string }[];
  onLine: (line: string) => void;
}

export function NaturalLine({ line, read, accounts, onLine }: NaturalLineProps) {
  const words = useWords();
  return (
    <div className="natural">
      <TextInput
        aria-label={words.naturalLabel}
        placeholder={words.naturalPlaceholder}
        value={line}
        autoFocus
        maxLength={200}
        leftSection={<IconMessage2 size={18} aria-hidden="true" />}
        onChange={(event) => onLine(event.currentTarget.value)}
      />
      <Heard read={read} accounts={accounts} />
    </div>
  );
}

/** What would be booked, or what is asked. */
function Heard({ read, accounts }: Pick<NaturalLineProps, "read" | "accounts">) {
  const words = useWords();
  const { today } = useBook();
  const { language } = useSettings();
  const asks = Array.isArray(read);
  const text =
    read === undefined
      ? ""
      : asks
        ? words.lineAsks(saidProblems(read, language))
        : heardText(read, accounts, today, words);
  return (
    <p className="natural-heard" role="status" data-asks={asks || undefined}>
      {text}
    </p>
  );
}

function heardText(
  read: QuickReading,
  accounts: { id: number; name: string }[],
  today: string,
  words: Words,
): string {
  const name = (id: number | undefined) => accounts.find((account) => account.id === id)?.name;
  const { accountId, toAccountId, day, category, note } = read;
  const parts = [
    `${words[read.refund ? "refund" : read.type]} ${read.rounded ? "≈ " : ""}${typedText(read.amount)}`,
    categoryText(category),
    toAccountId === undefined ? name(accountId) : `${name(accountId)} → ${name(toAccountId)}`,
    dayTitle(day, today as typeof day, words),
    day > today ? words.notYet : "",
    note,
  ];
  return parts.filter(Boolean).join(" · ");
}
