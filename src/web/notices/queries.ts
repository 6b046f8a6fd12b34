/** What is read about reminders. */
import { queryOptions } from "@tanstack/react-query";
import { api, type OutputOf } from "../api/client.ts";
import { bookQuery } from "../api/shown.ts";

export type Channel = OutputOf<"GET /api/channels">[number];
export type Notice = OutputOf<"GET /api/notices">[number];
export type ChannelKind = Channel["kind"];

export const channels = (userId: number) =>
  bookQuery(userId, ["channels"], (get) => get("GET /api/channels", { query: { userId } }));

/** What this service can send by. */
export const channelWays = queryOptions({
  queryKey: ["channel-ways"],
  queryFn: () => api("GET /api/channels/ways", {}),
});
export type Ways = OutputOf<"GET /api/channels/ways">;

export const notices = (userId: number) =>
  bookQuery(userId, ["notices"], (get) => get("GET /api/notices", { query: { userId } }));

export const noticeSettings = (userId: number) =>
  bookQuery(userId, ["notice-settings"], (get) =>
    get("GET /api/notices/settings", { query: { userId } }),
  );
