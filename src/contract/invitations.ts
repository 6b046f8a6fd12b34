/** Invitations: who has signed in lets another person register, where registration is not open. */
import Type from "typebox";
import { endpoint } from "./endpoint.ts";
import { about, Timestamp } from "./fields.ts";

/** How many one user may have open at a time. */
export const MAX_INVITATIONS = 20;

const stored = { id: Type.String(), createdAt: Timestamp, expiresAt: Timestamp };

const Invitation = Type.Object(stored, { title: "Invitation" });
/** As answered once, when it is made. */
const NewInvitation = Type.Object({ ...stored, code: Type.String() }, { title: "NewInvitation" });

const InvitationId = Type.String({
  minLength: 1,
  maxLength: 100,
  text: true,
  examples: ["hT9x…"],
  ...about(
    { zh: "邀请编号", en: "Invitation id" },
    { zh: "必须是 1 到 100 个字符的文字", en: "must be text of 1 to 100 characters" },
  ),
});

const shared = { tag: "登录", owner: "caller", only: "password", sessionOnly: true } as const;

export const invitations = {
  list: endpoint({
    ...shared,
    method: "GET",
    path: "/api/invitations",
    serve: "read",
    summary: { zh: "还没有用掉的邀请", en: "List the open invitations" },
    notes: {
      zh: "只有自己发出的。邀请码本身只在创建时给出一次，这里没有。",
      en: "One's own. The codes themselves are shown once, when they are made, and not here.",
    },
    returns: Type.Array(Invitation),
  }),
  create: endpoint({
    ...shared,
    method: "POST",
    path: "/api/invitations",
    serve: "write",
    secret: true,
    summary: { zh: "邀请一个人来注册", en: "Invite somebody to register" },
    notes: {
      zh: `7 天内可注册一次。网页打开 /#invitation=邀请码 即可注册。同时最多 ${MAX_INVITATIONS} 个。`,
      en: `Good once within 7 days; the page /#invitation=code registers with it. At most ${MAX_INVITATIONS} at a time.`,
    },
    returns: NewInvitation,
    done: "invitationCreated",
    refuses: ["tooManyInvitations"],
  }),
  remove: endpoint({
    ...shared,
    method: "DELETE",
    path: "/api/invitations/:invitationId",
    serve: "write",
    summary: { zh: "收回邀请", en: "Take an invitation back" },
    notes: { zh: "它的邀请码立即失效。", en: "Its code is void at once." },
    params: Type.Object({ invitationId: InvitationId }),
    returns: Type.Null(),
    done: "invitationDeleted",
    refuses: ["invitationNotFound"],
  }),
};
