/** What can be done with a line at the desk. */
import { ActionIcon } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useWords } from "../words/words.ts";

interface RowButtonsProps {
  /** What the line is, for who cannot see it. */
  name: string;
  edit: () => void;
  /** Left out where the line cannot be deleted by itself. */
  remove?: (() => void) | undefined;
}

export function RowButtons({ name, edit, remove }: RowButtonsProps) {
  const words = useWords();
  return (
    <span className="desk-row-actions">
      <ActionIcon
        variant="subtle"
        size={44}
        className="record-main"
        aria-label={`${words.edit} ${name}`}
        onClick={edit}
      >
        <IconPencil size={18} stroke={1.7} />
      </ActionIcon>
      {remove && (
        <ActionIcon
          variant="subtle"
          color="red"
          size={44}
          aria-label={`${words.remove} ${name}`}
          onClick={remove}
        >
          <IconTrash size={18} stroke={1.7} />
        </ActionIcon>
      )}
    </span>
  );
}
