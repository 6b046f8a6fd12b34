/** The charts of the statistics page, loaded with the chart library. */
import { ActionIcon } from "@mantine/core";
import { IconPhotoDown, IconTableDown } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import type { RecordType } from "../api/book.ts";
import type { Range } from "../pages/statistics.tsx";
import { Card } from "../parts/page.tsx";
import { useWords } from "../words/words.ts";
import { AccountShares } from "./account-shares.tsx";
import { Comparison } from "./comparison.tsx";
import { Ring } from "./ring.tsx";
import { Trend } from "./trend.tsx";

export interface ChartsProps {
  range: Range;
  type: RecordType;
  accountId: number | undefined;
}

export default function Charts(props: ChartsProps) {
  return (
    <div className="statistics">
      <Ring {...props} />
      <Trend {...props} />
      <Comparison {...props} />
      {props.accountId === undefined && <AccountShares {...props} />}
    </div>
  );
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
            onClick={() => picture.current && download(picture.current(), `${title}.svg`)}
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

function download(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

/** Rows as CSV for spreadsheets: with the mark that tells them it is UTF-8. */
function downloadRows(rows: (string | number)[][], name: string): void {
  const text = rows.map((row) => row.map(quoted).join(",")).join("\r\n");
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}\r\n`], { type: "text/csv" }));
  download(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A text that a spreadsheet would compute is kept text. */
function quoted(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
