/** A finger that rests. Safari on iOS has no contextmenu event for it, so it is timed here. */
import { type PointerEvent, type TouchEvent, useEffect, useRef } from "react";
import { TAP_PX } from "./row-swipe.tsx";

/** As long as the systems wait. */
const HOLD_MS = 500;

interface Touch {
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout>;
  /** It has done what it is for. */
  done: boolean;
}

interface At {
  target: EventTarget;
  clientX: number;
  clientY: number;
}

/** Handlers of what the fingers rest on; `held` answers whether there was something. */
export function useLongTouch(held: (at: At) => boolean) {
  const touch = useRef<Touch>(undefined);
  const stop = () => clearTimeout(touch.current?.timer);
  useEffect(() => () => clearTimeout(touch.current?.timer), []);
  return {
    /** The browser has told of it in its own way. Answers whether it was told before. */
    told(): boolean {
      const before = touch.current?.done === true;
      stop();
      if (touch.current) touch.current.done = true;
      return before;
    },
    handlers: {
      onPointerDown(event: PointerEvent) {
        stop();
        touch.current = undefined;
        if (event.pointerType !== "touch" || !event.isPrimary) return;
        const { target, clientX, clientY } = event;
        const timer = setTimeout(() => {
          made.done = held({ target, clientX, clientY });
        }, HOLD_MS);
        const made: Touch = { x: clientX, y: clientY, timer, done: false };
        touch.current = made;
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const from = touch.current;
        if (from && Math.hypot(clientX - from.x, clientY - from.y) >= TAP_PX) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      /** Lifting the finger is no tap after that. */
      onTouchEnd(event: TouchEvent) {
        if (touch.current?.done && event.cancelable) event.preventDefault();
      },
    },
  };
}
