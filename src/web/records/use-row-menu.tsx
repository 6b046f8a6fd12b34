/** What the right button of the mouse, its key, or a long touch does to a row of the list. */
import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from "react";
import { useDesk } from "../base/screen.ts";
import { lineAt, type Plan } from "./plan.ts";
import type { RowActions } from "./record-row.tsx";
import { indexOf } from "./row-keys.ts";
import type { RowMenuAt } from "./row-menu.tsx";

const RowMenu = lazy(() => import("./row-menu.tsx"));

interface RowMenuOf {
  onContextMenu: (event: MouseEvent) => void;
  menu: ReactNode;
}

export function useRowMenu(plan: Plan, actions: RowActions): RowMenuOf {
  const desk = useDesk();
  const [at, setAt] = useState<RowMenuAt>();
  return {
    onContextMenu(event) {
      const line = lineAt(plan, indexOf(event.target));
      // What is being typed has a menu of its own.
      if (line === undefined || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      if (desk) setAt({ line, ...placeOf(event) });
      else actions.choose([line]);
    },
    menu: at && (
      <Suspense fallback={null}>
        <RowMenu {...at} actions={actions} close={() => setAt(undefined)} />
      </Suspense>
    ),
  };
}

/** Where the menu opens: at the pointer, or by the key at what has the focus. */
function placeOf({ clientX, clientY, target }: MouseEvent): { x: number; y: number } {
  if (clientX !== 0 || clientY !== 0) return { x: clientX, y: clientY };
  const { left, bottom } = (target as Element).getBoundingClientRect();
  return { x: left, y: bottom };
}
