/** The one picker of categories, wherever the tiles themselves have no room: the most used first. */
import { useMemo } from "react";
import type { RecordType } from "../../contract/fields.ts";
import { categoryNamed, categoryText } from "../base/category-text.ts";
import { CategoryIcon } from "../ui/categories.tsx";
import { Picker, type PickerOption } from "../ui/picker.tsx";
import { PickerButton, type PickerLook } from "../ui/picker-button.tsx";
import { useWords } from "../words/words.ts";
import { useCategories } from "./use-categories.ts";

interface CategoryPickerProps extends PickerLook {
  /** Whose categories are offered; those of both types otherwise. */
  type?: RecordType | undefined;
  value: string;
  onChange: (category: string) => void;
  /** What stands for no category. */
  none?: string;
  /** Whether none can be chosen once more, and only what the book has. */
  clearable?: boolean;
}

export function CategoryPicker(props: CategoryPickerProps) {
  const { type, value, onChange, none = "—", clearable, ...look } = props;
  return (
    <PickerButton
      {...look}
      text={value === "" ? none : categoryText(value)}
      icon={value !== "" && look.look !== "chip" && <CategoryIcon category={value} size={26} />}
    >
      {(close) => (
        <CategoryChoices
          label={look.label}
          type={type}
          value={value}
          none={clearable ? none : undefined}
          pick={(category) => {
            close();
            onChange(category);
          }}
        />
      )}
    </PickerButton>
  );
}

interface CategoryChoicesProps {
  label: string;
  type: RecordType | undefined;
  value: string;
  none: string | undefined;
  pick: (category: string) => void;
}

/** Key of the choice that stands for no category: no category's name. */
const NONE = "";

export function CategoryChoices({ label, type, value, none, pick }: CategoryChoicesProps) {
  const words = useWords();
  const known = useCategories(type);
  const options = useMemo((): PickerOption[] => {
    const names = value === "" || known.includes(value) ? known : [value, ...known];
    const shown = names.map((name) => ({
      key: name,
      name: categoryText(name),
      icon: <CategoryIcon category={name} size={40} />,
    }));
    const all = { key: NONE, name: none ?? "", icon: <CategoryIcon category="其他" size={40} /> };
    return none === undefined ? shown : [all, ...shown];
  }, [known, value, none]);
  const own = (name: string): PickerOption => ({
    key: categoryNamed(name),
    name: words.ownCategoryNamed(name),
    icon: <CategoryIcon category={categoryNamed(name)} size={40} />,
  });
  return (
    <Picker
      tiles
      label={label}
      options={options}
      value={value}
      pick={pick}
      {...(none === undefined && { own })}
    />
  );
}
