/** What the right button of the mouse, its key, or a long touch does to a row of the list. */
import { lazy, type MouseEvent, Suspense, useState } from "react";
import { useDesk } from "../base/screen.ts";
import { type Layout, lineAt } from "./layout.ts";
import type { RowActions } from "./record-row.tsx";
import { indexOf } from "./row-keys.ts";
import type { RowMenuAt } from "./row-menu.tsx";
import { useLongTouch } from "./use-long-touch.ts";

const RowMenu = lazy(() => import("./row-menu.tsx"));

/** Where it was asked for: by a pointer, or by the key at what has the focus. */
type Asked = Pick<MouseEvent, "clientX" | "clientY" | "target">;

export function useRowMenu(layout: Layout, actions: RowActions) {
  const desk = useDesk();
  const [at, setAt] = useState<RowMenuAt>();
  const open = (asked: Asked) => {
    const line = lineAt(layout, indexOf(asked.target));
    // What is being typed has a menu of its own.
    if (line === undefined || asked.target instanceof HTMLInputElement) return false;
    if (desk) setAt({ line, ...placeOf(asked) });
    else actions.choose([line]);
    return true;
  };
  const { told, handlers } = useLongTouch(open);
  return {
    handlers: {
      ...handlers,
      onContextMenu(event: MouseEvent) {
        if (told() || open(event)) event.preventDefault();
      },
    },
    menu: at && (
      <Suspense fallback={null}>
        <RowMenu {...at} actions={actions} close={() => setAt(undefined)} />
      </Suspense>
    ),
  };
}

/** Where the menu opens: at the pointer, or by the key at what has the focus. */
function placeOf({ clientX, clientY, target }: Asked): { x: number; y: number } {
  if (clientX !== 0 || clientY !== 0) return { x: clientX, y: clientY };
  const { left, bottom } = (target as Element).getBoundingClientRect();
  return { x: left, y: bottom };
}
