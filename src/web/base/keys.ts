/** Keys that do something by themselves. */

/** The key that was pressed for a page; undefined while one types, or a dialog is open. */
export function keyPressed(event: KeyboardEvent): string | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return undefined;
  return document.querySelector("[role=dialog]") ? undefined : event.key;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]")
  );
}
