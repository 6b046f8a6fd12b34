import { Button } from "@mantine/core";
import { useWords } from "../words/words.ts";

/** Removes what is open beside it. */
export function RemoveButton({ remove }: { remove: () => void }) {
  return (
    <Button variant="subtle" color="red" onClick={remove}>
      {useWords().remove}
    </Button>
  );
}
