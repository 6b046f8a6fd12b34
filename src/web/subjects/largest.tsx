/** The largest records of one thing in twelve months. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import * as queries from "../api/queries.ts";
import { useBook } from "../base/open-book.ts";
import { RecentRecords } from "../records/recent-records.tsx";
import { useSettings } from "../settings.ts";
import { useWords } from "../words/words.ts";
import { lastMonths } from "./months.ts";
import type { Subject } from "./subject.ts";

export function Largest({ subject }: { subject: Subject }) {
  const words = useWords();
  const { userId, zone, today } = useBook();
  const { monthStart } = useSettings();
  const bounds = useMemo(() => {
    const periods = lastMonths(today, monthStart);
    return { startDate: periods[0]?.first as string, endDate: periods.at(-1)?.last as string };
  }, [today, monthStart]);
  const { data } = useQuery(queries.largest(userId, zone, { ...subject, ...bounds }));
  const { data: accounts } = useQuery(queries.accounts(userId));
  return (
    <RecentRecords
      title={words.largestRecords}
      lines={data}
      accounts={accounts}
      all={{ ...subject, ...bounds }}
    />
  );
}
