import { useQueryClient } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { endSession } from "../api/session.ts";

/** Leaves nothing of the book in this browser. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await api("POST /api/auth/logout", { body: {} } as never).catch(() => {});
    endSession();
    client.clear();
    if ("caches" in window) await caches.delete("api");
  };
}
