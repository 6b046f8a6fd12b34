/** The sheet as a file, as it stands. */
import { Button } from "@mantine/core";
import { queryText } from "../api/client.ts";
import { download } from "../api/download.ts";
import type { Account } from "../api/models.ts";
import { showError } from "../ui/toast.tsx";
import { useAgreementWords } from "../words/agreement.ts";
import type { SheetRange } from "./queries.ts";

const FORMATS = ["csv", "xlsx"] as const;

export function SheetFiles({ account, range }: { account: Account; range: SheetRange }) {
  const words = useAgreementWords();
  const days = [range.startDate, range.endDate].filter(Boolean).join("_");
  const save = (format: string) => {
    const query = queryText({ format, ...range });
    const name = `${words.sheet} ${account.name} ${days}.${format}`;
    download(`/api/accounts/${account.id}/sheet/file${query}`, name).catch(showError);
  };
  return (
    <div className="sheet-files">
      {FORMATS.map((format) => (
        <Button
          key={format}
          variant="default"
          aria-label={`${words.exportBook} ${format.toUpperCase()}`}
          onClick={() => save(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
  );
}
