/** The menu of a row at the desk: by the right button of the mouse, or by its key. */
import { Menu } from "@mantine/core";
import { IconCheckbox, IconPencil } from "@tabler/icons-react";
import type { BookLine } from "../api/models.ts";
import { actsOf } from "../entry/line-actions.ts";
import { useBackCloses } from "../ui/layers.ts";
import { useWords } from "../words/words.ts";
import type { RowActions } from "./record-row.tsx";
import { ACT_KEYS } from "./row-keys.ts";
import { actName, ICONS } from "./row-swipe.tsx";
import { canBeChosen } from "./selection.ts";

export interface RowMenuAt {
  line: BookLine;
  x: number;
  y: number;
}

interface RowMenuProps extends RowMenuAt {
  actions: RowActions;
  close: () => void;
}

export default function RowMenu({ line, x, y, actions, close }: RowMenuProps) {
  const words = useWords();
  useBackCloses(true, close);
  return (
    <Menu
      opened
      onClose={close}
      position="bottom-start"
      shadow="md"
      radius="lg"
      width={220}
      offset={2}
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <span style={{ position: "fixed", left: x, top: y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={words.rowMenu}>
        <Menu.Item
          leftSection={<IconPencil size={18} stroke={1.7} />}
          rightSection={<kbd>Enter</kbd>}
          onClick={() => actions.open(line)}
        >
          {words.edit}
        </Menu.Item>
        {actsOf(line).map((act) => {
          const Icon = ICONS[act];
          return (
            <Menu.Item
              key={act}
              leftSection={<Icon size={18} stroke={1.7} />}
              rightSection={<kbd>{ACT_KEYS[act]}</kbd>}
              {...(act === "remove" && { color: "red" })}
              onClick={() => actions[act](line)}
            >
              {actName(act, words)}
            </Menu.Item>
          );
        })}
        {canBeChosen(line) && (
          <Menu.Item
            leftSection={<IconCheckbox size={18} stroke={1.7} />}
            rightSection={<kbd>X</kbd>}
            onClick={() => actions.toggle(line)}
          >
            {words.select}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
