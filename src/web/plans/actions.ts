/** What a person can do with plans and their occurrences. */
import { useMemo } from "react";
import { type Day, earlierOf, instantAt } from "../../ledger/calendar.ts";
import { ZERO } from "../../ledger/money.ts";
import { type Changed, useActions } from "../api/actions.ts";
import { api, type InputOf, write } from "../api/client.ts";
import { type BookLine, dayOfDate, fenOf } from "../api/models.ts";
import { newId } from "../api/outbox.ts";
import type { Call, Wish } from "../api/wish.ts";
import { useBook } from "../base/open-book.ts";
import type { Occurrence, Plan } from "./models.ts";

export type NewPlan = Omit<InputOf<"POST /api/plans">["body"], "userId">;
export type PlanChange = InputOf<"PUT /api/plans/:id">["body"];
type OccurrenceChange = NonNullable<InputOf<"PUT /api/plans/:id/occurrences/:due">["body"]>;
type Booking = NonNullable<InputOf<"POST /api/plans/:id/occurrences/:due/book">["body"]>;
export type Missed = (typeof MISSED)[number];
export const MISSED = ["skip", "book", "wait"] as const;

export function usePlanActions() {
  const { userId, zone, today } = useBook();
  const { change, send, undoable } = useActions();
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

      /** Never suggests it again. */
      async refuseSuggestion(key: string): Promise<void> {
        const input = { params: { key }, query: { userId } };
        await change(() => api("DELETE /api/plans/suggestions/:key", input));
      },

      /** Makes the address that a calendar reads; the one before ends. */
      async makeFeed(amounts: boolean): Promise<string> {
        const input = { body: { userId, amounts } };
        return (await change(() => api("POST /api/plans/calendar", input))).url;
      },

      async endFeed(): Promise<void> {
        await change(() => api("DELETE /api/plans/calendar", { query: { userId } }));
      },

      /** Books an occurrence; its day names it, so that it is booked once. */
      book(due: Due, body: Booking = {}): Promise<Changed> {
        return send(bookingOf(due, body, today, zone));
      },

      changeOccurrence({ plan, occurrence }: Due, body: OccurrenceChange): Promise<Changed> {
        const { planId, due } = occurrence;
        const params = { id: planId, due };
        const calls: Call[] = [{ route: "PUT /api/plans/:id/occurrences/:due", params, body }];
        const fields = { ...(body.state && { state: body.state }), ...changedFields(body) };
        return send({ calls, patch: { occurrence: { planId, due, name: plan.name, fields } } });
      },
    }),
    [userId, zone, today, change, send, undoable],
  );
}

/** An occurrence with its plan. */
export interface Due {
  plan: Plan;
  occurrence: Occurrence;
}

/** What a booking or a change says of an occurrence, as it is shown. */
function changedFields({ amount, date, accountId, description }: Booking | OccurrenceChange) {
  return {
    ...(amount != null && { amount: fenOf(amount) }),
    ...(date != null && { day: date as Day }),
    ...(accountId != null && { accountId }),
    ...(description != null && { description }),
  };
}

/** Books it as the service will: on its day, or today where that comes first. */
function bookingOf({ plan, occurrence }: Due, body: Booking, today: Day, zone: string): Wish {
  const { planId, due } = occurrence;
  const params = { id: planId, due };
  const calls: Call[] = [{ route: "POST /api/plans/:id/occurrences/:due/book", params, body }];
  const date = body.date ?? earlierOf(occurrence.day, today);
  const said = changedFields({ ...body, date: dayOfDate(date, zone) });
  const line = lineOf(plan, { ...occurrence, ...said }, date);
  const fields = { state: "booked" as const, ...said };
  const patch = { occurrence: { planId, due, name: plan.name, fields } };
  return { calls, patch: { ...patch, ...(line && { added: [line] }) } };
}

/** The record or the transfer that it becomes, to be seen until the service has answered. */
function lineOf(plan: Plan, one: Occurrence, date: string): BookLine | undefined {
  const { amount = plan.amount, accountId = plan.accountId } = one;
  if (plan.kind === "reminder" || amount === undefined) return undefined;
  const made = { id: newId(), createdAt: instantAt(Date.now()), updatedAt: "" };
  const description = one.description || plan.description || plan.name;
  const shared = { ...made, amount, date, day: one.day, description };
  if (plan.kind !== "transfer") {
    return { ...shared, type: plan.kind, accountId, category: plan.category };
  }
  return { ...shared, fromAccountId: accountId, toAccountId: plan.toAccountId, fee: ZERO };
}
