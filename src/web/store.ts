/** A value that many components show; and one that this browser keeps, shared by its tabs. */
import { useSyncExternalStore } from "react";

export interface Store<T> {
  get(): T;
  /** Shows the next value everywhere. */
  set(next: T): void;
  /** The value, for a component. */
  use(): T;
}

export interface KeptStore<T> extends Store<T> {
  /** Keeps the next value in this browser, then shows it. Throws when the storage is full or forbidden. */
  keep(next: T): void;
  /** The same, but goes on without the storage. */
  set(next: T): void;
  /** Reads the entry again: another tab may have changed it a moment ago. What could not be kept stays. */
  reread(): T;
}

/** Makes a store that lives as long as the page. */
export function makeStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}

/**
 * Makes a store over an entry of local storage. `read` gives the value of what lies there (null when
 * nothing does); a value that is undefined removes the entry.
 */
export function makeKeptStore<T>(name: string, read: (stored: unknown) => T): KeptStore<T> {
  let text = textOf(name);
  const store = makeStore(parsed(text, read));
  const reread = () => {
    const now = textOf(name);
    if (now !== text) {
      text = now;
      store.set(parsed(text, read));
    }
    return store.get();
  };
  addEventListener("storage", (event) => {
    if (event.key === name) reread();
  });
  const keep = (next: T) => {
    const written = next === undefined ? null : JSON.stringify(next);
    if (written === null) localStorage.removeItem(name);
    else localStorage.setItem(name, written);
    text = written;
    store.set(next);
  };
  return {
    ...store,
    keep,
    reread,
    set(next) {
      try {
        keep(next);
      } catch {
        // Storage may be forbidden or full; the app goes on with what it knows.
        store.set(next);
      }
    },
  };
}

/** What lies in the storage; null when nothing does, or when it may not be read. */
function textOf(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function parsed<T>(text: string | null, read: (stored: unknown) => T): T {
  try {
    return read(JSON.parse(text ?? "null"));
  } catch {
    return read(null);
  }
}
