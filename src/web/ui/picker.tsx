/**
 * One of several, found by typing: a list, or tiles. The field for the search has the focus where
 * there is a keyboard; the arrows move, Enter takes.
 */
import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { useDesk } from "../base/screen.ts";
import { useWords } from "../words/words.ts";
import "./picker.css";

export interface PickerOption {
  key: string;
  name: string;
  icon?: ReactNode;
  aside?: ReactNode;
  /** Stands under a heading of its own. */
  group?: string | undefined;
}

interface PickerProps {
  label: string;
  options: PickerOption[];
  value: string;
  pick: (key: string) => void;
  /** Makes a choice of what was typed, where nothing bears that name. */
  own?: (text: string) => PickerOption;
  tiles?: boolean;
  /** Stands below the choices. */
  foot?: ReactNode;
}

export function Picker({ label, options, value, pick, own, tiles, foot }: PickerProps) {
  const words = useWords();
  const desk = useDesk();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const shown = useMemo(() => found(options, text, own), [options, text, own]);
  const [marked, setMarked] = useState<string>();
  const active = shown.find(({ key }) => key === (marked ?? value)) ?? shown[0];
  const take = (option: PickerOption | undefined) => option && pick(option.key);
  const onKeyDown = useKeys({ list, shown, active, tiles, take, mark: setMarked });
  const optionProps = (option: PickerOption) => ({
    option,
    id: `${id} ${option.key}`.replaceAll(" ", "-"),
    chosen: option.key === value,
    active: option === active,
    focus: !desk && option === active,
    take: () => take(option),
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the choices inside
    <div className="picker" onKeyDown={onKeyDown}>
      <TextInput
        type="search"
        role="combobox"
        aria-label={words.find}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={active && optionProps(active).id}
        placeholder={words.find}
        value={text}
        maxLength={100}
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden="true" />}
        data-mantine-stop-propagation="true"
        data-autofocus={desk || undefined}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setMarked(undefined);
        }}
      />
      <div ref={list} id={id} role="listbox" aria-label={label} className="picker-list">
        {groupsOf(shown).map(([group, members]) => (
          <Group key={group} name={group} tiles={tiles}>
            {members.map((option) => (
              <Option key={option.key} {...optionProps(option)} />
            ))}
          </Group>
        ))}
      </div>
      {shown.length === 0 && <p className="muted picker-none">{words.nothingFits}</p>}
      {foot}
    </div>
  );
}

interface Keys {
  list: RefObject<HTMLDivElement | null>;
  shown: PickerOption[];
  active: PickerOption | undefined;
  tiles: boolean | undefined;
  take: (option: PickerOption | undefined) => void;
  mark: (key: string) => void;
}

/** The arrows go from choice to choice; Enter in the field takes the one that is marked. */
function useKeys({ list, shown, active, tiles, take, mark }: Keys) {
  return (event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLInputElement;
    if (event.key === "Enter" && typing && !event.nativeEvent.isComposing) {
      event.preventDefault();
      take(active);
    }
    const by = stepOf(event.key, tiles && !typing, () => columnsIn(list.current));
    if (!by) return;
    event.preventDefault();
    const next = active && shown[shown.indexOf(active) + by];
    if (!next) return;
    mark(next.key);
    const name = `[data-key="${CSS.escape(next.key)}"]`;
    const element = list.current?.querySelector<HTMLElement>(name);
    if (typing) element?.scrollIntoView({ block: "nearest" });
    else element?.focus();
  };
}

interface GroupProps {
  name: string;
  tiles: boolean | undefined;
  children: ReactNode;
}

function Group({ name, tiles, children }: GroupProps) {
  const className = tiles ? "picker-tiles" : "picker-lines";
  if (name === "") return <div className={className}>{children}</div>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of choices
    <div role="group" aria-label={name}>
      <div className="picker-group" aria-hidden="true">
        {name}
      </div>
      <div className={className}>{children}</div>
    </div>
  );
}

interface OptionProps {
  option: PickerOption;
  id: string;
  chosen: boolean;
  active: boolean;
  /** Has the focus when the picker opens. */
  focus: boolean;
  take: () => void;
}

function Option({ option, id, chosen, active, focus, take }: OptionProps) {
  const { key, name, icon, aside } = option;
  return (
    <button
      type="button"
      id={id}
      role="option"
      className="picker-option"
      data-key={key}
      data-active={active || undefined}
      aria-selected={chosen}
      tabIndex={active ? 0 : -1}
      data-autofocus={focus || undefined}
      data-mantine-stop-propagation="true"
      onClick={take}
    >
      {icon}
      <span className="picker-name">{name}</span>
      {aside}
    </button>
  );
}

/** What the text finds; at the end, where nothing bears it as its name, the text itself. */
function found(options: PickerOption[], text: string, own: PickerProps["own"]): PickerOption[] {
  const asked = text.trim().toLowerCase();
  if (asked === "") return options;
  const fitting = options.filter(({ name }) => name.toLowerCase().includes(asked));
  const named = fitting.find(({ name }) => name.toLowerCase() === asked);
  // What is called just so comes first: Enter takes it.
  if (named) return [named, ...fitting.filter((option) => option !== named)];
  return own ? [...fitting, own(text.trim())] : fitting;
}

/** Choices under their headings, in the order that these come in. */
function groupsOf(options: PickerOption[]): [string, PickerOption[]][] {
  const groups = new Map<string, PickerOption[]>();
  for (const option of options) {
    const group = option.group ?? "";
    groups.set(group, [...(groups.get(group) ?? []), option]);
  }
  return [...groups];
}

/** How far a key goes; to the side only among tiles. */
function stepOf(key: string, sideways: boolean | undefined, columns: () => number): number {
  if (key === "ArrowDown") return sideways ? columns() : 1;
  if (key === "ArrowUp") return sideways ? -columns() : -1;
  if (sideways && key === "ArrowRight") return 1;
  return sideways && key === "ArrowLeft" ? -1 : 0;
}

function columnsIn(list: HTMLElement | null): number {
  const options = [...(list?.querySelectorAll<HTMLElement>("[role=option]") ?? [])];
  return options.filter(({ offsetTop }) => offsetTop === options[0]?.offsetTop).length;
}
