/** What a sheet adds up to: 期初 + 流入 − 流出 + 调整 = 期末; and what of it was compared. */
import { Money, Moved } from "../ui/money.tsx";
import { useAgreementWords } from "../words/agreement.ts";
import type { SheetSums } from "./models.ts";

const FIGURES = ["opening", "in", "out", "adjusted", "closing"] as const;

/** Without adjustments these are not spoken of. */
export function SheetFigures({ sums }: { sums: SheetSums }) {
  const words = useAgreementWords();
  return (
    <dl className="figures">
      {FIGURES.filter((name) => name !== "adjusted" || sums.adjusted !== 0).map((name) => (
        <div key={name}>
          <dt>{words.sheetFigures[name]}</dt>
          <dd>
            <Money amount={sums[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function TickedSums({ sums }: { sums: SheetSums }) {
  const words = useAgreementWords();
  return (
    <p className="sheet-ticked" role="status">
      <span>
        {words.tickedSum} <Moved amount={sums.ticked} />
      </span>
      <span>
        {words.untickedSum} <Moved amount={sums.unticked} />
      </span>
    </p>
  );
}
