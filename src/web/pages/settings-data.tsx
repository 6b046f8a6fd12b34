/** The part of the settings about the book itself: rules, history, taking it away. */
import { Button } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { send } from "../api/client.ts";
import { authorization } from "../api/session.ts";
import { Card } from "../parts/page.tsx";
import { Row } from "../parts/row.tsx";
import { useBook } from "../shell/book.ts";
import { showError } from "../toast.tsx";
import { useWords } from "../words/words.ts";

const FORMATS = [
  ["json", "JSON", "json"],
  ["csv", "CSV", "csv"],
  ["xlsx", "Excel", "xlsx"],
  ["beancount", "Beancount", "beancount"],
  ["hledger", "hledger", "journal"],
] as const;

export function DataCard() {
  const words = useWords();
  return (
    <Card title={words.records}>
      <ul className="more-list">
        {(["transfers", "rules", "history"] as const).map((page) => (
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
    try {
      const headers = await authorization();
      const response = await send(`/api/export?userId=${userId}&format=${format}`, { headers });
      if (!response.ok) throw new Error((await response.json()).message);
      const url = URL.createObjectURL(await response.blob());
      const link = document.createElement("a");
      link.href = url;
      link.download = `fenming-${today}.${ending}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <Card title={words.exportBook}>
      <Row label={words.exportHint}>
        <span className="export-formats">
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
        </span>
      </Row>
    </Card>
  );
}
