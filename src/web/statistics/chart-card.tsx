/** The frame of a chart, and what every chart of the page is given. */
import { ActionIcon } from "@mantine/core";
import { IconPhotoDown, IconTableDown } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import type { RecordType } from "../../contract/fields.ts";
import { saveFile, saveUrl } from "../base/save-file.ts";
import { Card } from "../ui/page.tsx";
import { useWords } from "../words/words.ts";
import type { Range } from "./range.ts";
import "./chart-card.css";

export interface ChartsProps {
  range: Range;
  type: RecordType;
  accountId: number | undefined;
}

export type Picture = React.RefObject<(() => string) | undefined>;

interface ChartCardProps {
  title: string;
  /** The data as rows, the first of them names. */
  rows: () => (string | number)[][];
  className?: string;
  children: (picture: Picture) => ReactNode;
}

/** A chart that can be taken away: as a picture, or as data. */
export function ChartCard({ title, rows, className = "", children }: ChartCardProps) {
  const words = useWords();
  const picture: Picture = useRef(undefined);
  return (
    <Card
      title={title}
      className={className}
      action={
        <span className="chart-actions">
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={`${words.exportPicture} ${title}`}
            title={words.exportPicture}
            onClick={() => picture.current && saveUrl(picture.current(), `${title}.svg`)}
          >
            <IconPhotoDown size={20} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={`${words.exportData} ${title}`}
            title={words.exportData}
            onClick={() => downloadRows(rows(), `${title}.csv`)}
          >
            <IconTableDown size={20} stroke={1.6} />
          </ActionIcon>
        </span>
      }
    >
      {children(picture)}
    </Card>
  );
}

/** Rows as CSV for spreadsheets: with the mark that tells them it is UTF-8. */
function downloadRows(rows: (string | number)[][], name: string): void {
  const text = rows.map((row) => row.map(quoted).join(",")).join("\r\n");
  saveFile(new Blob([`\uFEFF${text}\r\n`], { type: "text/csv" }), name);
}

/** A text that a spreadsheet would compute is kept text. */
function quoted(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
