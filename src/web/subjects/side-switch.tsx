import { SegmentedControl } from "@mantine/core";
import type { RecordType } from "../../contract/fields.ts";
import { useWords } from "../words/words.ts";

interface SideSwitchProps {
  type: RecordType;
  choose: (type: RecordType) => void;
}

/** 支出 or 收入: which side is shown. */
export function SideSwitch({ type, choose }: SideSwitchProps) {
  const words = useWords();
  return (
    <SegmentedControl
      aria-label={words.type}
      value={type}
      data={[
        { value: "expense", label: words.expense },
        { value: "income", label: words.income },
      ]}
      onChange={(value) => choose(value as RecordType)}
    />
  );
}
