/** What can only be told by reading the file again: its encoding, and whether its first row holds names. */
import { NativeSelect } from "@mantine/core";
import { ENCODINGS, HEADERS } from "../../contract/bill-answers.ts";
import { useImportWords } from "../words/imports.ts";

interface RereadProps {
  encoding: string;
  header: string | undefined;
  read: (fields: Record<string, string>) => void;
}

export function Reread({ encoding, header, read }: RereadProps) {
  const words = useImportWords();
  return (
    <div className="mapping-fields">
      <NativeSelect
        label={words.mappingHeader}
        value={header ?? ""}
        data={["", ...HEADERS].map((value) => ({
          value,
          label: words.mappingHeaders[value as "" | "none" | "first"],
        }))}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          read(chosen === "" ? { askColumns: "true" } : { header: chosen });
        }}
      />
      <EncodingSelect encoding={encoding} read={read} />
    </div>
  );
}

/** Whether a file is text, whose encoding is a guess. */
export function isText(encoding: string): boolean {
  return (ENCODINGS as readonly string[]).includes(encoding);
}

/** Under another encoding a file may be a known bill, so that its columns are not asked. */
export function EncodingSelect({ encoding, read }: Pick<RereadProps, "encoding" | "read">) {
  const words = useImportWords();
  if (!isText(encoding)) return null;
  return (
    <NativeSelect
      label={words.encoding}
      value={encoding}
      data={[...ENCODINGS]}
      onChange={(event) => read({ encoding: event.currentTarget.value })}
    />
  );
}
