/** A button and what it opens: below the button at the desk, a sheet from below on the phone. */
import { CloseButton, Popover } from "@mantine/core";
import { type CSSProperties, type ReactNode, useState } from "react";
import { useDesk } from "../base/screen.ts";
import { useWords } from "../words/words.ts";
import { Sheet } from "./dialog.tsx";
import { useBackCloses } from "./layers.ts";
import "./popup.css";

export interface PopupProps {
  /** What is chosen, in words: the title of the sheet. */
  title: string;
  /** The button's name: what is chosen, and what stands there now. */
  name: string;
  className: string;
  /** What stands in the button. */
  shown: ReactNode;
  /** What it opens. */
  children: (close: () => void) => ReactNode;
  /** As wide as its button at least. */
  wide?: boolean;
  disabled?: boolean;
  style?: CSSProperties;
}

export function Popup(props: PopupProps) {
  const { title, name, className, shown, children, wide, ...rest } = props;
  const words = useWords();
  const desk = useDesk();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const button = (
    <button
      type="button"
      className={className}
      aria-haspopup="dialog"
      aria-expanded={opened}
      aria-label={name}
      title={name}
      onClick={() => setOpened(!opened)}
      {...rest}
    >
      {shown}
    </button>
  );
  if (!desk) {
    return (
      <>
        {button}
        <Sheet
          opened={opened}
          onClose={close}
          size="auto"
          // A heading of its own: over another sheet, the library's would be a second banner.
          withCloseButton={false}
          attributes={{ content: { "aria-label": title } }}
          classNames={{ content: "sheet-low" }}
        >
          {opened && (
            <Inside close={close}>
              <div className="popup-head">
                <strong>{title}</strong>
                <CloseButton size={44} aria-label={words.close} onClick={close} />
              </div>
              {children(close)}
            </Inside>
          )}
        </Sheet>
      </>
    );
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      radius="lg"
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={title} className={wide ? "popup popup-wide" : "popup"}>
        {opened && <Inside close={close}>{children(close)}</Inside>}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Keys and Back end here: what lies below does not hear of them. */
function Inside({ close, children }: { close: () => void; children: ReactNode }) {
  const desk = useDesk();
  // A sheet does that by itself.
  useBackCloses(desk, close);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps keys from what lies below
    <div
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") close();
      }}
    >
      {children}
    </div>
  );
}
