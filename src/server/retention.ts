/** What is kept for a time only, deleted when it has had its time; once a day and at start. */
import type { Db } from "../store/db.ts";
import { forgetOldMerges } from "./accounts/account-references.ts";
import { rememberCulprits } from "./agreement/remember-culprits.ts";
import { forgetOldAudit } from "./auth/audit.ts";
import { forgetOldInvitations } from "./auth/invitations.ts";
import { forgetUnconfirmed } from "./auth/one-time-codes.ts";
import { forgetOldSessions } from "./auth/sessions.ts";
import { forgetOldSteps } from "./auth/sign-in-steps.ts";
import { forgetOldFailures } from "./auth/throttle.ts";
import { forgetOldHistory } from "./book/versions.ts";
import { forgetOldKeys } from "./http/idempotency.ts";
import { forgetOldWindows } from "./http/rate-limit.ts";
import { forgetOldPreviews, forgetUndone } from "./imports/retention.ts";
import { forgetOldNotices } from "./notices/retention.ts";

const STEPS = [
  forgetOldKeys,
  forgetOldSessions,
  forgetOldSteps,
  forgetUnconfirmed,
  forgetOldInvitations,
  forgetOldFailures,
  forgetOldWindows,
  forgetOldAudit,
  rememberCulprits,
  forgetOldHistory,
  forgetOldMerges,
  forgetOldPreviews,
  forgetUndone,
  forgetOldNotices,
];

/** Goes through all of it; what fails stops nothing else, and is thrown at the end. */
export async function forgetOld(db: Db, now: number): Promise<void> {
  const faults: unknown[] = [];
  for (const forget of STEPS) await forget(db, now).catch((fault) => faults.push(fault));
  if (faults.length > 0)
    throw new AggregateError(faults, "what has had its time is not all deleted");
}
