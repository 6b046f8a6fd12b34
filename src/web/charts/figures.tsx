import type { Fen } from "../../ledger/money.ts";
import { Money } from "../ui/money.tsx";

interface FiguresProps {
  caption: string;
  /** What each column is. */
  head: string[];
  /** What a row is about, and its amounts. */
  rows: [string, ...Fen[]][];
}

/** What a chart draws, as a table for those who do not see it. */
export function Figures({ caption, head, rows }: FiguresProps) {
  return (
    <div className="unseen">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...amounts]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {amounts.map((amount, index) => (
                <td key={head[index + 1]}>
                  <Money amount={amount} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
