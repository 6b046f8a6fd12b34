/** A hidden choice of one file, which a button opens. */
import type { Ref } from "react";

interface FileInputProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  accept?: string;
  choose: (file: File) => void;
}

export function FileInput({ ref, label, accept, choose }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      {...(accept !== undefined && { accept })}
      hidden
      aria-label={label}
      onChange={(event) => {
        const file = event.target.files?.[0];
        // The same file may be chosen once more.
        event.target.value = "";
        if (file) choose(file);
      }}
    />
  );
}
