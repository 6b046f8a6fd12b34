/** Beside a preview: what becomes of the file's rows, what they add up to, and what the bill says. */
import { fenOf } from "../api/models.ts";
import { moneyText } from "../base/money.ts";
import { Money } from "../ui/money.tsx";
import { Card } from "../ui/page.tsx";
import { useImportWords } from "../words/imports.ts";
import { countRows, feesOf } from "./counts.ts";
import type { ImportDetail } from "./detail.ts";
import { EarlierImport } from "./earlier.tsx";
import "./import-totals.css";

const LINES = ["booked", "merged", "updated", "known", "open", "skipped"] as const;

export function ImportTotals({ detail }: { detail: ImportDetail }) {
  const words = useImportWords();
  const counts = countRows(detail);
  const nothing = counts.booked + counts.merged + counts.updated === 0;
  return (
    <Card title={words.importFile(detail.rowCount)}>
      {nothing && <Nothing detail={detail} all={counts.known > 0 && counts.open === 0} />}
      {LINES.filter((line) => counts[line] > 0).map((line) => (
        <div key={line} className="plain-line">
          <span>{words.importLines[line]}</span>
          <span>{words.rowCount(counts[line])}</span>
        </div>
      ))}
      {counts.open > 0 && <p className="import-asked">{words.importDoubtful(counts.open)}</p>}
      {counts.booked > 0 && <Booked detail={detail} />}
      <Notices detail={detail} />
    </Card>
  );
}

/** A file that a commit would do nothing with. */
function Nothing({ detail, all }: { detail: ImportDetail; all: boolean }) {
  const words = useImportWords();
  return (
    <>
      <p>
        <strong>{all ? words.importNothing : words.importNothingChosen}</strong>
      </p>
      <p className="muted">{all ? words.importNothingHint : words.importNothingChosenHint}</p>
      <EarlierImport detail={detail} />
    </>
  );
}

function Booked({ detail }: { detail: ImportDetail }) {
  const words = useImportWords();
  const fees = feesOf(detail);
  return (
    <>
      <h3>{words.importTotals}</h3>
      {detail.totals.map(({ kind, count, sum }) => (
        <div key={kind} className="plain-line">
          <span>
            {words.rowKinds[kind]} · {words.countOf(count)}
          </span>
          <Money amount={fenOf(sum)} />
        </div>
      ))}
      {fees > 0 && <p className="muted">{words.importFees(fees)}</p>}
    </>
  );
}

/** The bill's own numbers beside ours, and the difference. */
export function ImportStated({ detail }: { detail: ImportDetail }) {
  const words = useImportWords();
  const stated = detail.bills.flatMap((bill) => bill.stated);
  if (stated.length === 0) return null;
  const head = words.importStatedHead;
  const counted = (count: number | undefined, sum: number | undefined) => {
    const text = sum === undefined ? "" : moneyText(fenOf(sum));
    return count === undefined ? text : words.importCounted(count, text).trim();
  };
  return (
    <Card title={words.importStated}>
      {stated.map((total, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two bills of one archive may name a total alike
        <dl key={index} className="stated">
          <dt>{total.label}</dt>
          <dd>
            {head.stated} <span className="money">{counted(total.count, total.sum)}</span>
          </dd>
          <dd>
            {head.found} <span className="money">{counted(total.foundCount, total.foundSum)}</span>
          </dd>
          <dd className={differs(total) ? "mark mark-bad" : "mark"}>
            {differs(total) ? `${head.difference} ${difference(total)}` : words.importAgrees}
          </dd>
        </dl>
      ))}
    </Card>
  );

  /** In money where the bill states a sum that is another, else in rows. */
  function difference(total: Total): string {
    if (total.difference) return moneyText(fenOf(total.difference));
    return words.countOf((total.count ?? 0) - total.foundCount);
  }
}

type Total = ImportDetail["bills"][number]["stated"][number];

function differs({ count, foundCount, difference }: Total): boolean {
  return Boolean(difference) || (count !== undefined && count !== foundCount);
}

/** What else the file's reader has to say; the totals stand above already. */
function Notices({ detail }: { detail: ImportDetail }) {
  const notices = detail.bills.flatMap(({ notices, stated }) =>
    notices.filter(
      (notice) => !stated.some(({ label }) => notice.startsWith(`文件里写的${label}是`)),
    ),
  );
  return notices.map((notice) => (
    <p key={notice} className="muted">
      {notice}
    </p>
  ));
}
