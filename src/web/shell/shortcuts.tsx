/** Keys that work everywhere except while one types. */
import { Modal } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { openEntry } from "../entry/entry-store.ts";
import { useWords } from "../words/words.ts";
import { PAGES } from "./navigation.tsx";

export function Shortcuts() {
  const [helping, setHelping] = useState(false);
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector("[role=dialog]")) return;
      const page = PAGES[Number(event.key) - 1];
      if (event.key === "n") openEntry();
      else if (event.key === "?") setHelping(true);
      else if (event.key === "/") void goToSearch(navigate);
      else if (page) void navigate({ to: page.to });
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [navigate]);
  return <Help opened={helping} close={() => setHelping(false)} />;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]")
  );
}

async function goToSearch(navigate: ReturnType<typeof useNavigate>): Promise<void> {
  const focus = () => document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
  if (document.querySelector("input[type=search]") === null) await navigate({ to: "/records" });
  requestAnimationFrame(focus);
}

function Help({ opened, close }: { opened: boolean; close: () => void }) {
  const words = useWords();
  const keys: [string, string][] = [
    ["N", words.shortcutNew],
    ["/", words.shortcutSearch],
    ["↑ ↓", words.shortcutMove],
    ["Enter", words.shortcutOpen],
    ["Esc", words.shortcutClose],
    ["1 – 8", words.shortcutGo],
    ["?", words.shortcutHelp],
  ];
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={words.keyboard}
      closeButtonProps={{ "aria-label": words.close }}
    >
      <dl className="keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
