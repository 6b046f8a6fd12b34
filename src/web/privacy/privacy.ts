/**
 * Who looks on: amounts that are hidden, and the lock. All of it is of this browser alone; the
 * service knows nothing of it. It draws a curtain, and encrypts nothing.
 */
import { setMoneyHidden } from "../base/money.ts";
import { type KeptStore, makeKeptStore, makeStore } from "../store.ts";
import { hideToast } from "../ui/toast.tsx";

/** The PIN as it is kept: salted, and slow to try. */
export interface KeptPin {
  salt: string;
  hash: string;
}

export interface Privacy {
  /** No amount is in the page until they are shown again. */
  hidden: boolean;
  /** Whether amounts are hidden whenever the app goes to the background. */
  hideOnLeave: boolean;
  /** Locked after so many minutes without a touch; 0 as soon as it goes to the background. */
  lockMinutes: number;
  /** What opens the lock; there is no lock while neither is set. */
  pin?: KeptPin;
  /** The device's passkey, by its id. */
  passkey?: string;
  /** Wrong PINs since the last right one, and until when the next has to wait. */
  wrong: number;
  waitUntil: number;
}

export const LOCK_MINUTES = [0, 1, 5, 15, 30] as const;
const DEFAULTS: Privacy = {
  hidden: false,
  hideOnLeave: false,
  lockMinutes: 5,
  wrong: 0,
  waitUntil: 0,
};
/** How often it is looked whether the time is over, and written down that somebody is there. */
const LOOK_MS = 5_000;

const privacy: KeptStore<Privacy> = makeKeptStore("fenming.privacy", (stored) => ({
  ...DEFAULTS,
  ...(stored as Partial<Privacy> | null),
}));
/** When somebody last touched the app, in any tab; milliseconds since 1970. */
const seen = makeKeptStore<number>("fenming.seen", (stored) => Number(stored ?? 0));
const locked = makeStore(isLocking(privacy.get()) && isOver());

setMoneyHidden(privacy.get().hidden);

export const usePrivacy = privacy.use;
export const useLocked = locked.use;

/** Whether anything opens the lock, so that there is one. */
export function isLocking({ pin, passkey }: Privacy): boolean {
  return pin !== undefined || passkey !== undefined;
}

export function changePrivacy(change: Partial<Privacy>): void {
  const next = { ...privacy.reread(), ...change };
  setMoneyHidden(next.hidden);
  privacy.set(next);
}

/** Takes the amounts out of the page, or puts them back. */
export function hideMoney(hidden: boolean): void {
  if (hidden) hideToast();
  changePrivacy({ hidden });
}

export function lock(): void {
  if (!isLocking(privacy.get())) return;
  hideToast();
  locked.set(true);
}

export function unlock(): void {
  seen.set(Date.now());
  changePrivacy({ wrong: 0, waitUntil: 0 });
  locked.set(false);
}

function isOver(): boolean {
  return Date.now() - seen.reread() >= privacy.get().lockMinutes * 60_000;
}

/** Watches for as long as the page lives. */
export function watchPrivacy(): void {
  const touch = () => {
    if (!locked.get() && Date.now() - seen.get() > LOOK_MS) seen.set(Date.now());
  };
  for (const name of ["pointerdown", "keydown", "scroll"]) {
    addEventListener(name, touch, { passive: true, capture: true });
  }
  document.addEventListener("visibilitychange", () => {
    const { hideOnLeave, lockMinutes } = privacy.get();
    if (document.visibilityState === "hidden") {
      if (hideOnLeave) hideMoney(true);
      if (lockMinutes === 0) lock();
    } else if (lockMinutes > 0 && isOver()) lock();
  });
  setInterval(() => {
    // Another tab may have hidden them.
    setMoneyHidden(privacy.get().hidden);
    if (privacy.get().lockMinutes > 0 && isOver()) lock();
  }, LOOK_MS);
}
