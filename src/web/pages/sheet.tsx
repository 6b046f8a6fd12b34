/** 对账单: what moved an account in some days, line by line, to be held against the bank's. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Points } from "../agreement/points.tsx";
import * as queries from "../agreement/queries.ts";
import { SheetList } from "../agreement/sheet-list.tsx";
import { SheetPaper } from "../agreement/sheet-paper.tsx";
import { SheetDays, useThisMonth } from "../agreement/sheet-range.tsx";
import { SheetFigures, TickedSums } from "../agreement/sheet-sums.tsx";
import { useSheet } from "../agreement/use-sheet.ts";
import type { Account } from "../api/models.ts";
import { accounts } from "../api/queries.ts";
import { useBook } from "../base/open-book.ts";
import { ReadError } from "../ui/error-boundary.tsx";
import { Page } from "../ui/page.tsx";
import { Print } from "../ui/print.tsx";
import { useAgreementWords } from "../words/agreement.ts";

const route = getRouteApi("/accounts/$id/sheet");

export function SheetPage() {
  const words = useAgreementWords();
  const { userId, zone } = useBook();
  const id = Number(route.useParams().id);
  const asked = route.useSearch();
  const month = useThisMonth();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(accounts(userId));
  const account = data?.find((known) => known.id === id);
  // An address without days means this month.
  const range = asked.startDate === undefined && asked.endDate === undefined ? month : asked;
  const print = account && (
    <Print
      read={() => queries.wholeSheet(id, zone, range)}
      paper={(sheet) => <SheetPaper account={account} range={range} sheet={sheet} />}
    />
  );
  return (
    <Page
      title={account ? words.sheetOf(account.name) : words.sheet}
      back={`/accounts/${id}`}
      actions={print}
    >
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {data && !account && <p className="card-empty">{words.nothingFound}</p>}
      {account && (
        <>
          <SheetDays
            account={account}
            range={range}
            set={(search) => void navigate({ search, replace: true, resetScroll: false })}
          />
          <Sheet account={account} range={range} />
        </>
      )}
    </Page>
  );
}

function Sheet({ account, range }: { account: Account; range: queries.SheetRange }) {
  const words = useAgreementWords();
  const sheet = useSheet(account.id, range);
  const { userId } = useBook();
  const points = useQuery(queries.points(userId, account.id));
  const { sums, lines, error } = sheet;
  // Shown together, so that nothing moves what is read already.
  if (!sums || !lines || points.isLoading) {
    if (error) return <ReadError error={error} retry={() => void sheet.refetch()} />;
    return <div className="skeleton" style={{ height: "20rem" }} />;
  }
  return (
    <>
      <SheetFigures sums={sums} />
      <Points accountId={account.id} />
      {lines.length === 0 && <p className="card-empty">{words.noLines}</p>}
      {lines.length > 0 && <TickedSums sums={sums} />}
      <SheetList
        accountId={account.id}
        lines={lines}
        hasMore={sheet.hasNextPage && !sheet.isFetchingNextPage}
        more={() => void sheet.fetchNextPage()}
        tick={sheet.tick}
      />
    </>
  );
}
