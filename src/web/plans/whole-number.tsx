import { TextInput } from "@mantine/core";

/** A whole number of at most so much; 0 while the field is empty. */
export function WholeNumber({
  value,
  max,
  onChange,
  ...named
}: ({ label: string } | { "aria-label": string }) & {
  value: number;
  max: number;
  onChange: (value: number) => void;
}) {
  return (
    <TextInput
      {...named}
      inputMode="numeric"
      value={value === 0 ? "" : String(value)}
      maxLength={String(max).length}
      required
      withAsterisk={false}
      onChange={(event) => {
        const digits = event.currentTarget.value.replace(/\D/g, "");
        onChange(Math.min(Number(digits), max));
      }}
    />
  );
}
