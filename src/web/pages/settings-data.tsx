/** The part of the settings about the book itself: rules, history, taking it away. */
import { Button } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { downloadBook } from "../backup/download.ts";
import { useBook } from "../base/open-book.ts";
import { Card } from "../ui/page.tsx";
import { showError } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";
import "./settings-data.css";

/** What other programs read; the whole book as JSON is its backup. */
const FORMATS = [
  ["csv", "CSV", "csv"],
  ["xlsx", "Excel", "xlsx"],
  ["beancount", "Beancount", "beancount"],
  ["hledger", "hledger", "journal"],
] as const;

export function DataCard() {
  const words = useWords();
  return (
    <Card title={words.book}>
      <ul className="more-list">
        {(["rules", "history"] as const).map((page) => (
          <li key={page}>
            <Link to={`/${page}`}>
              <span>{words[page]}</span>
              <IconChevronRight size={18} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function ExportCard() {
  const words = useWords();
  const { userId, today } = useBook();
  const [busy, setBusy] = useState<string>();
  const take = async (format: string, ending: string) => {
    setBusy(format);
    await downloadBook(userId, format, `fenming-${today}.${ending}`).catch(showError);
    setBusy(undefined);
  };
  return (
    <Card title={words.exportBook}>
      <p className="muted">{words.exportHint}</p>
      <div className="export-formats">
        {FORMATS.map(([format, name, ending]) => (
          <Button
            key={format}
            variant="default"
            size="sm"
            loading={busy === format}
            onClick={() => take(format, ending)}
          >
            {name}
          </Button>
        ))}
      </div>
    </Card>
  );
}
