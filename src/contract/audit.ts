/** What happened at the door, for its user to read. */
import Type from "typebox";
import { endpoint } from "./endpoint.ts";
import { Cursor, Limit, Timestamp } from "./fields.ts";

export const AUDIT_EVENTS = [
  "registered",
  "signed-in",
  "signed-in-by-passkey",
  "sign-in-refused",
  "code-asked",
  "code-refused",
  "recovery-code-used",
  "passkey-refused",
  "signed-out",
  "session-reused",
  "session-ended",
  "password-changed",
  "second-factor-on",
  "second-factor-off",
  "recovery-codes-made",
  "passkey-added",
  "passkey-removed",
  "invitation-created",
  "invitation-used",
  "invitation-deleted",
  "token-created",
  "token-used",
  "token-deleted",
  "token-refused",
] as const;

export const AuditEntry = Type.Object(
  {
    at: Timestamp,
    event: Type.Enum(AUDIT_EVENTS, { type: "string" }),
    address: Type.String(),
    /** The device, the name of the token, or why it was refused. */
    detail: Type.String(),
  },
  { title: "AuditEntry" },
);

export const audit = {
  list: endpoint({
    method: "GET",
    path: "/api/audit",
    serve: "read",
    tag: "登录",
    summary: {
      zh: "登录与令牌的使用记录，最新的在前",
      en: "Sign-ins and use of tokens, newest first",
    },
    notes: {
      zh: "保留 180 天，只含自己的。令牌每天第一次使用记一条。",
      en: "Kept for 180 days, one's own only. A token's first use of a day is noted.",
    },
    owner: "caller",
    only: "jwt",
    sessionOnly: true,
    query: Type.Object({ limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) }),
    returns: Type.Array(AuditEntry),
  }),
};
