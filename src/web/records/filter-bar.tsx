/** Search and filters: a line at the desk, a sheet on the phone; what is on can be taken off singly. */
import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { AccountPicker } from "../accounts/account-picker.tsx";
import type { RecordFilter } from "../api/models.ts";
import { useDesk } from "../base/screen.ts";
import { CategoryPicker } from "../categories/category-picker.tsx";
import { RangeFields } from "../days/range-fields.tsx";
import { Sheet } from "../ui/dialog.tsx";
import { useWords } from "../words/words.ts";
import { ActiveFilters, type FilterProps, withField } from "./active-filters.tsx";

export function FilterBar({ filter, setFilter }: FilterProps) {
  const words = useWords();
  const desk = useDesk();
  const [opened, setOpened] = useState(false);
  return (
    <div className="filter-bar">
      <div className="filter-line">
        <SearchField filter={filter} setFilter={setFilter} />
        {desk && <DeskFields filter={filter} setFilter={setFilter} />}
        <ActionIcon
          variant={opened ? "filled" : "default"}
          size={44}
          aria-label={words.filters}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <IconAdjustmentsHorizontal size={20} stroke={1.7} />
        </ActionIcon>
      </div>
      {desk && opened && (
        <div className="filter-more">
          <MoreFields filter={filter} setFilter={setFilter} />
        </div>
      )}
      {!desk && (
        <Sheet
          opened={opened}
          onClose={() => setOpened(false)}
          size="auto"
          title={words.filters}
          classNames={{ content: "sheet-low" }}
        >
          <div className="filter-sheet">
            <DeskFields filter={filter} setFilter={setFilter} />
            <MoreFields filter={filter} setFilter={setFilter} />
            <Button fullWidth onClick={() => setOpened(false)}>
              {words.done}
            </Button>
          </div>
        </Sheet>
      )}
      <ActiveFilters filter={filter} setFilter={setFilter} />
    </div>
  );
}

function SearchField({ filter, setFilter }: FilterProps) {
  const words = useWords();
  const [text, setText] = useState(filter.text ?? "");
  const newest = useRef({ filter, setFilter });
  newest.current = { filter, setFilter };
  useEffect(() => setText(filter.text ?? ""), [filter.text]);
  useEffect(() => {
    if (text.trim() === (newest.current.filter.text ?? "")) return;
    const timer = setTimeout(() => {
      newest.current.setFilter(withField(newest.current.filter, "text", text.trim()));
    }, 250);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextInput
      type="search"
      className="filter-search"
      aria-label={words.search}
      placeholder={words.searchPlaceholder}
      value={text}
      maxLength={100}
      leftSection={<IconSearch size={18} stroke={1.7} aria-hidden="true" />}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}

function DeskFields({ filter, setFilter }: FilterProps) {
  const words = useWords();
  const set = (name: keyof RecordFilter, value: string) =>
    setFilter(withField(filter, name, value));
  return (
    <>
      <AccountPicker
        look="bare"
        label={words.account}
        value={filter.accountId ?? 0}
        none={words.allAccounts}
        clearable
        onChange={(id) => set("accountId", id === 0 ? "" : String(id))}
      />
      <CategoryPicker
        look="bare"
        label={words.category}
        type={filter.type}
        value={filter.category ?? ""}
        none={words.allCategories}
        clearable
        onChange={(category) => set("category", category)}
      />
      <NativeSelect
        aria-label={words.type}
        value={filter.type ?? ""}
        onChange={(event) => set("type", event.currentTarget.value)}
        data={[
          { value: "", label: words.allTypes },
          { value: "expense", label: words.expense },
          { value: "income", label: words.income },
        ]}
      />
    </>
  );
}

function MoreFields({ filter, setFilter }: FilterProps) {
  const words = useWords();
  return (
    <>
      <RangeFields
        range={filter}
        onChange={({ startDate = "", endDate = "" }) =>
          setFilter(withField(withField(filter, "startDate", startDate), "endDate", endDate))
        }
      />
      {(["minAmount", "maxAmount"] as const).map((name) => (
        <TextInput
          key={name}
          label={words[name]}
          inputMode="decimal"
          defaultValue={filter[name] ?? ""}
          onChange={(event) => {
            const value = event.currentTarget.value.trim();
            if (value === "" || /^\d{1,12}(\.\d{1,2})?$/.test(value))
              setFilter(withField(filter, name, value));
          }}
        />
      ))}
    </>
  );
}
