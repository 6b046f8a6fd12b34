/** What a person can do with plans and their occurrences. */
import { useMemo } from "react";
import { type Changed, useActions } from "../api/actions.ts";
import { api, type InputOf, write } from "../api/client.ts";
import { useBook } from "../base/open-book.ts";
import type { Occurrence } from "./models.ts";

export type NewPlan = Omit<InputOf<"POST /api/plans">["body"], "userId">;
export type PlanChange = InputOf<"PUT /api/plans/:id">["body"];
type OccurrenceChange = InputOf<"PUT /api/plans/:id/occurrences/:due">["body"];
type Booking = InputOf<"POST /api/plans/:id/occurrences/:due/book">["body"];
export type Missed = (typeof MISSED)[number];
export const MISSED = ["skip", "book", "wait"] as const;

export function usePlanActions() {
  const { userId } = useBook();
  const { change, undoable } = useActions();
  return useMemo(
    () => ({
      /** Makes a plan, once however often the key is used. */
      async createPlan(body: NewPlan, key: string): Promise<Changed> {
        const input = { body: { userId, ...body } };
        const { id } = await change(() => api("POST /api/plans", input, { idempotencyKey: key }));
        const remove = () => api("DELETE /api/plans/:id", { params: { id } });
        return { undo: async () => void (await change(remove)) };
      },

      changePlan(id: number, body: PlanChange): Promise<Changed> {
        return undoable(() => write("PUT /api/plans/:id", { params: { id }, body }));
      },

      removePlan(id: number): Promise<Changed> {
        return undoable(() => write("DELETE /api/plans/:id", { params: { id } }));
      },

      pause(id: number): Promise<Changed> {
        return undoable(() => write("POST /api/plans/:id/pause", { params: { id } }));
      },

      resume(id: number, missed: Missed): Promise<Changed> {
        const input = { params: { id }, body: { missed } };
        return undoable(() => write("POST /api/plans/:id/resume", input));
      },

      /** Books an occurrence; its day names it, so that it is booked once. */
      async book({ planId, due }: Named, body: Booking = {}): Promise<void> {
        const input = { params: { id: planId, due }, body };
        await change(() => api("POST /api/plans/:id/occurrences/:due/book", input));
      },

      changeOccurrence({ planId, due }: Named, body: OccurrenceChange): Promise<Changed> {
        const input = { params: { id: planId, due }, body };
        return undoable(() => write("PUT /api/plans/:id/occurrences/:due", input));
      },
    }),
    [userId, change, undoable],
  );
}

type Named = Pick<Occurrence, "planId" | "due">;
