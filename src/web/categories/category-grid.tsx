/** Categories as tiles in a form: one tap chooses; a name of one's own at the end. */
import { Button, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { RecordType } from "../../contract/fields.ts";
import { categoryNamed, categoryText } from "../base/category-text.ts";
import { CategoryIcon } from "../ui/categories.tsx";
import { useWords } from "../words/words.ts";
import { useCategories } from "./use-categories.ts";

interface CategoryGridProps {
  type: RecordType;
  value: string;
  onChange: (category: string) => void;
}

/** Categories to choose from, most used first; a name of one's own at the end. */
export function CategoryGrid({ type, value, onChange }: CategoryGridProps) {
  const words = useWords();
  const [naming, setNaming] = useState(false);
  const known = useSteady(useCategories(type), type);
  const categories = value === "" || known.includes(value) ? known : [value, ...known];
  if (naming) {
    return (
      <NewCategory
        done={(name) => {
          if (name !== "") onChange(categoryNamed(name));
          setNaming(false);
        }}
      />
    );
  }
  return (
    <div className="category-grid" role="radiogroup" aria-label={words.category}>
      {categories.map((category) => (
        <label key={category} className="category-choice">
          <input
            type="radio"
            name="category"
            checked={category === value}
            onChange={() => onChange(category)}
          />
          <CategoryIcon category={category} size={44} />
          <span className="ellipsis">{categoryText(category)}</span>
        </label>
      ))}
      <button
        type="button"
        className="category-choice"
        aria-label={words.otherCategory}
        onClick={() => setNaming(true)}
      >
        <span
          className="category-icon category-add"
          style={{ width: "2.75rem", height: "2.75rem" }}
        >
          <IconPlus size={22} aria-hidden="true" />
        </span>
        <span className="ellipsis" aria-hidden="true">
          {words.ownCategory}
        </span>
      </button>
    </div>
  );
}

/** Names in the order that they were first shown in: nothing moves away under a finger. */
function useSteady(names: string[], of: string): string[] {
  const shown = useRef({ of, names });
  if (shown.current.of !== of) shown.current = { of, names };
  const missing = names.filter((name) => !shown.current.names.includes(name));
  if (missing.length > 0) shown.current.names = [...shown.current.names, ...missing];
  return shown.current.names;
}

/** No form of its own: it stands in that of the entry, and a browser sends off one within another. */
function NewCategory({ done }: { done: (name: string) => void }) {
  const words = useWords();
  const [name, setName] = useState("");
  return (
    <div className="category-new">
      <TextInput
        label={words.newCategory}
        value={name}
        maxLength={100}
        data-autofocus
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          done(name.trim());
        }}
      />
      <Button onClick={() => done(name.trim())}>{words.confirm}</Button>
      <Button variant="default" onClick={() => done("")}>
        {words.cancel}
      </Button>
    </div>
  );
}
