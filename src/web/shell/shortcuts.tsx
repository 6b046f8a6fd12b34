/** Keys that work everywhere except while one types. */
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { openEntry } from "../entry/entry-store.ts";
import { PAGES } from "./navigation.tsx";

const Help = lazy(() => import("./shortcuts-help.tsx"));

/** The keys of the pages, as they stand on the keyboard. */
const PAGE_KEYS = "1234567890";

export function Shortcuts() {
  const [helping, setHelping] = useState(false);
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector("[role=dialog]")) return;
      const page = PAGES[PAGE_KEYS.indexOf(event.key)];
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
  return <Suspense fallback={null}>{helping && <Help close={() => setHelping(false)} />}</Suspense>;
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
