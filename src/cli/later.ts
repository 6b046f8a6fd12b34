/**
 * An action whose code is loaded when it is asked for, so that the start of the service reads no other
 * command.
 */
export function later<Args extends unknown[]>(load: () => Promise<(...args: Args) => unknown>) {
  return async (...args: Args): Promise<void> => {
    const action = await load();
    await action(...args);
  };
}
