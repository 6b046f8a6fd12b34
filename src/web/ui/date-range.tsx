import { TextInput } from "@mantine/core";
import { useWords } from "../words/words.ts";

type Side = "startDate" | "endDate";

interface DateRangeProps {
  range: Partial<Record<Side, string>>;
  /** An empty day is none. */
  set: (side: Side, day: string) => void;
}

/** The first and the last day of what is shown, each of which may be open. */
export function DateRange({ range, set }: DateRangeProps) {
  const words = useWords();
  return (["startDate", "endDate"] as const).map((side) => (
    <TextInput
      key={side}
      type="date"
      label={words[side]}
      value={range[side] ?? ""}
      onChange={(event) => set(side, event.currentTarget.value)}
    />
  ));
}
