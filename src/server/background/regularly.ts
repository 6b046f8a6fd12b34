/** Work that is done again and again, one look at a time. */

export interface Repeated {
  /** Begins no other look, and waits for one that is under way. */
  stop(): Promise<void>;
}

/** Looks at once and then every so often. A look that fails is told of; the next one comes all the same. */
export function regularly(
  everyMs: number,
  look: (stopped: () => boolean) => Promise<void>,
  onFault: (error: unknown) => void,
): Repeated {
  let stopped = false;
  let looking: Promise<void> | undefined;
  const start = () => {
    looking ??= look(() => stopped)
      .catch(onFault)
      .finally(() => {
        looking = undefined;
      });
  };
  start();
  const timer = setInterval(start, everyMs).unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}
