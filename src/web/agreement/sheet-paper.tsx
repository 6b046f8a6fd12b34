/** A sheet as it is printed: the sums, and every line with the balance after it. */
import { useQuery } from "@tanstack/react-query";
import type { Account } from "../api/models.ts";
import { accounts } from "../api/queries.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { useAgreementWords } from "../words/agreement.ts";
import type { SheetPage } from "./models.ts";
import type { SheetRange } from "./queries.ts";
import { Effect, tellLine } from "./sheet-line.tsx";
import { SheetFigures } from "./sheet-sums.tsx";

interface SheetPaperProps {
  account: Account;
  range: SheetRange;
  sheet: SheetPage;
}

export function SheetPaper({ account, range, sheet }: SheetPaperProps) {
  const words = useAgreementWords();
  const { userId } = useBook();
  const { data } = useQuery(accounts(userId));
  const byId = new Map(data?.map((known) => [known.id, known]));
  return (
    <>
      <h1>
        {words.sheetOf(account.name)} {range.startDate} – {range.endDate}
      </h1>
      <SheetFigures sums={sheet.sums} />
      <table>
        <thead>
          <tr>
            {[words.date, words.category, words.note].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {[words.amount, words.balanceAfter].map((name) => (
              <th key={name} scope="col" className="paper-amount">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.lines.map((line) => {
            const { title, note } = tellLine(line, account.id, byId, words);
            return (
              <tr key={line.key}>
                <td>{line.day}</td>
                <td>{title}</td>
                <td>{note}</td>
                <td className="paper-amount">
                  <Effect line={line} />
                </td>
                <td className="paper-amount">{moneyText(line.balance)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
