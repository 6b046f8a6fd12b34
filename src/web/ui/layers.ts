/**
 * Back closes what lies on top: while a sheet or a dialog is open, an entry of the browser's history
 * lies above the page's own. Going back from it closes the topmost one.
 */
import { useEffect, useRef } from "react";

type Close = () => void;

/** What is open, the topmost last. */
const open: Close[] = [];
/** Whether the history has been gone back by the page itself. */
let leaving = false;

/** Whether something has been closed just now, by the same press of a key perhaps. */
let closing = false;

/** Closes what lies on top, one at a time: Esc in a dialog closes the list that is open over it. */
export function closeTopmost(): void {
  if (!closing) open.at(-1)?.();
}

/** While `opened`, Back calls `close` and stays on the page. */
export function useBackCloses(opened: boolean, close: Close): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!opened) return;
    const layer = () => latest.current();
    open.push(layer);
    guard();
    return () => {
      open.splice(open.indexOf(layer), 1);
      closing = true;
      // What opens in its place, or leads away, comes first.
      setTimeout(() => {
        closing = false;
        leaveGuard();
      });
    };
  }, [opened]);
}

function isGuard(): boolean {
  return history.state?.layer === true;
}

/** Lays the entry over the page's own; the router does not hear of it, since the page is the same. */
function guard(): void {
  if (!isGuard()) History.prototype.pushState.call(history, { ...history.state, layer: true }, "");
}

/** Takes the entry away once nothing is open. Going back takes a moment: a second step would leave the page. */
function leaveGuard(): void {
  if (leaving || open.length > 0 || !isGuard()) return;
  leaving = true;
  history.back();
}

addEventListener("popstate", () => {
  if (leaving) {
    leaving = false;
    // What has opened meanwhile needs an entry of its own.
    if (open.length > 0) guard();
  }
  // An entry that was left behind when a link led away: it is passed over.
  else if (isGuard()) leaveGuard();
  else {
    open.at(-1)?.();
    setTimeout(() => {
      if (open.length > 0) guard();
    });
  }
});

// After a reload nothing is open.
if (isGuard()) history.replaceState({ ...history.state, layer: false }, "");
