/** A table that nobody knows: its proposed columns are confirmed, and the file is sent again. */

import { Card } from "../parts/page.tsx";
import { useWords } from "../words/words.ts";
import type { ImportDetail } from "./detail.ts";

export function Mapping({ detail }: { detail: ImportDetail }) {
  const words = useWords();
  return (
    <Card title={words.importStatus.unmapped}>
      <p className="muted">{words.columnsUnknown}</p>
      {(detail.tables ?? []).map((table, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tables have no other name and never move
        <pre key={index} className="mapping">
          {JSON.stringify(table, null, 2)}
        </pre>
      ))}
    </Card>
  );
}
