/** The one field for a day: typed or chosen at the desk, chosen on the phone; a time where it is wished. */
import { CloseButton, TextInput } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import type { Day } from "../../ledger/calendar.ts";
import { shortDay } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import { useDesk } from "../base/screen.ts";
import { PickerButton } from "../ui/picker-button.tsx";
import { Popup } from "../ui/popup.tsx";
import { useWords } from "../words/words.ts";
import "./day-field.css";

const DayChoices = lazy(() => import("./day-choices.tsx"));

interface Shown {
  label: string;
  /** The chosen day; "" for none. */
  value: Day | "";
  /** The time of day, "14:05", or "" for none; without `onTime` there is none to choose. */
  time?: string;
  onTime?: (time: string) => void;
  look?: "field" | "chip";
}

/** Whether it can be left out again. */
type DayFieldProps = Shown &
  (
    | { clearable: true; onChange: (day: Day | "") => void }
    | { clearable?: false; onChange: (day: Day) => void }
  );

export function DayField(props: DayFieldProps) {
  const { label, value, time = "", look = "field" } = props;
  const words = useWords();
  const { today } = useBook();
  const desk = useDesk();
  if (desk) return <DeskDay {...props} />;
  const day = value === "" ? words.anyDay : shortDay(value, today, words);
  return (
    <span className={look === "chip" ? "day-chip" : "day-line"}>
      <PickerButton label={label} look={look} text={[day, time].filter(Boolean).join(" ")}>
        {(close) => <Choices {...props} close={close} />}
      </PickerButton>
      {props.clearable && value !== "" && (
        <CloseButton
          size={44}
          aria-label={`${words.clear} ${label}`}
          onClick={() => props.onChange("")}
        />
      )}
    </span>
  );
}

/** A field to type in, and a calendar at its end. */
function DeskDay(props: DayFieldProps) {
  const { label, value } = props;
  const words = useWords();
  return (
    <TextInput
      label={label}
      type="date"
      className="day-input"
      required={!props.clearable}
      withAsterisk={false}
      value={value}
      rightSectionWidth={48}
      rightSection={
        <Popup
          title={label}
          name={`${words.chooseDay} ${label}`}
          className="day-open"
          shown={<IconCalendar size={18} stroke={1.7} aria-hidden="true" />}
        >
          {(close) => <Choices {...props} close={close} />}
        </Popup>
      }
      onChange={(event) => {
        const day = event.currentTarget.value as Day | "";
        if (props.clearable) props.onChange(day);
        else if (day !== "") props.onChange(day);
      }}
    />
  );
}

function Choices({ close, value, onChange, time, onTime }: DayFieldProps & { close: () => void }) {
  return (
    <Suspense fallback={<div className="skeleton day-skeleton" />}>
      <DayChoices
        value={value}
        pick={(day) => {
          close();
          onChange(day);
        }}
        {...(onTime && { time: time ?? "", onTime })}
      />
    </Suspense>
  );
}
