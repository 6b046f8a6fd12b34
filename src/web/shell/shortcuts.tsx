/** Keys that work everywhere except while one types. */
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { keyPressed } from "../base/keys.ts";
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
      const key = keyPressed(event);
      if (key === undefined) return;
      const page = PAGES[PAGE_KEYS.indexOf(key)];
      if (key === "n") openEntry();
      else if (key === "?") setHelping(true);
      else if (key === "/") void goToSearch(navigate);
      else if (page) void navigate({ to: page.to });
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [navigate]);
  return <Suspense fallback={null}>{helping && <Help close={() => setHelping(false)} />}</Suspense>;
}

async function goToSearch(navigate: ReturnType<typeof useNavigate>): Promise<void> {
  const focus = () => document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
  if (document.querySelector("input[type=search]") === null) await navigate({ to: "/records" });
  requestAnimationFrame(focus);
}
