/** ↻ beside the date: what is booked now comes again. */
import { Button } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { Popup } from "../ui/popup.tsx";
import { useWords } from "../words/words.ts";
import { REPEATS, type Repeat } from "./repeat-store.ts";
import "./repeat-button.css";

interface RepeatButtonProps {
  value: Repeat | undefined;
  onChange: (repeat: Repeat | undefined) => void;
}

export function RepeatButton({ value, onChange }: RepeatButtonProps) {
  const words = useWords();
  const names = words.repeats;
  return (
    <Popup
      title={words.repeat}
      name={`${words.repeat}：${names[value ?? "none"]}`}
      className={value === undefined ? "repeat-button" : "repeat-button repeat-on"}
      shown={
        <>
          <IconRepeat size={20} stroke={1.7} aria-hidden="true" />
          {value !== undefined && <span>{names[value]}</span>}
        </>
      }
    >
      {(close) => (
        <div className="repeat-choices">
          {([undefined, ...REPEATS] as const).map((one) => (
            <Button
              key={one ?? "none"}
              variant={one === value ? "light" : "subtle"}
              aria-pressed={one === value}
              justify="flex-start"
              onClick={() => {
                close();
                onChange(one);
              }}
            >
              {names[one ?? "none"]}
            </Button>
          ))}
          <p className="muted">{words.repeatHint}</p>
        </div>
      )}
    </Popup>
  );
}
