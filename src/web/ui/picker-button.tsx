/** The button of a picker: a field with its label above, or a chip in a line. */
import { IconChevronDown } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Popup } from "./popup.tsx";
import "./picker-button.css";

/** How a picker looks while it is closed. */
export interface PickerLook {
  label: string;
  /** "field" with its label above, "bare" without; "chip" in a line of chips. */
  look?: "field" | "bare" | "chip" | undefined;
  className?: string | undefined;
  disabled?: boolean | undefined;
}

interface PickerButtonProps extends PickerLook {
  /** What is chosen now, or what stands for nothing. */
  text: string;
  icon?: ReactNode;
  children: (close: () => void) => ReactNode;
}

export function PickerButton(props: PickerButtonProps) {
  const { label, look = "field", className = "", disabled, text, icon, children } = props;
  const popup = (
    <Popup
      title={label}
      name={text === label ? label : `${label} ${text}`}
      className={`${look === "chip" ? "chip chip-picker" : "picker-button"} ${className}`}
      {...(disabled && { disabled })}
      shown={
        <>
          {icon}
          <span className="ellipsis">{text}</span>
          {look !== "chip" && <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />}
        </>
      }
    >
      {children}
    </Popup>
  );
  if (look !== "field") return popup;
  return (
    <div className="picker-field">
      <span aria-hidden="true">{label}</span>
      {popup}
    </div>
  );
}
