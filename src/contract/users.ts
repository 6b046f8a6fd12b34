import Type, { type Static } from "typebox";
import { endpoint } from "./endpoint.ts";
import { Email, Id, Timestamp, UserName } from "./fields.ts";

export const User = Type.Object(
  {
    id: Id,
    name: Type.String(),
    email: Type.String(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "User" },
);
export type User = Static<typeof User>;

export const users = {
  create: endpoint({
    method: "POST",
    path: "/api/users",
    serve: "write",
    tag: "用户",
    summary: { zh: "创建用户", en: "Create a user" },
    notes: {
      zh: "邮箱不分大小写地唯一，按原样保存。只在开发接口打开时有。",
      en: "An email is unique without regard to case and kept as sent. Only where development endpoints are on.",
    },
    owner: "none",
    body: Type.Object({ name: UserName, email: Email }),
    returns: User,
    done: "userCreated",
    refuses: ["emailTaken"],
    development: true,
  }),
  list: endpoint({
    method: "GET",
    path: "/api/users",
    serve: "read",
    tag: "用户",
    summary: { zh: "用户列表", en: "List the users" },
    notes: { zh: "登录模式下只含自己。", en: "In jwt mode, oneself alone." },
    owner: "caller",
    returns: Type.Array(User),
  }),
};
