/** Personal access tokens: for shortcuts and scripts, named, scoped and with an end. */
import Type, { type Static } from "typebox";
import { endpoint } from "./endpoint.ts";
import { about, DayText, Id, Timestamp } from "./fields.ts";

const words = (zh: string, en: string) => ({ zh, en });

const Scope = Type.Enum(["read", "write"], {
  type: "string",
  ...about(words("权限", "Scope"), words("必须是 read 或 write", "must be read or write")),
});

const Scopes = Type.Array(Scope, {
  item: words("权限", "scope"),
  minItems: 1,
  maxItems: 2,
  uniqueItems: true,
  examples: [["write"]],
  ...about(
    words("权限", "Scopes"),
    words("必须是 read、write 中的一个或两个", "must be read, write or both"),
  ),
});

const TokenName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "\\S",
  text: true,
  examples: ["手机快捷指令"],
  ...about(
    words("名称", "Name"),
    words(
      "必须是 1 到 100 个字符的文字，且不能全是空白",
      "must be text of 1 to 100 characters and not all blank",
    ),
  ),
});

export const DEFAULT_TOKEN_DAYS = 365;
const ExpiresInDays = Type.Integer({
  minimum: 1,
  maximum: 3650,
  examples: [DEFAULT_TOKEN_DAYS],
  ...about(
    words("有效天数", "Days until expiry"),
    words("必须是 1 到 3650 的整数", "must be an integer from 1 to 3650"),
  ),
});

const stored = {
  id: Id,
  name: Type.String(),
  scopes: Type.Array(Scope),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  lastUsedDay: Type.Optional(DayText),
};

export const AccessToken = Type.Object(stored, { title: "AccessToken" });
export type AccessToken = Static<typeof AccessToken>;

/** As answered once, when it is made. */
export const NewAccessToken = Type.Object(
  { ...stored, token: Type.String() },
  { title: "NewAccessToken" },
);

export const tokens = {
  list: endpoint({
    method: "GET",
    path: "/api/tokens",
    tag: "访问令牌",
    summary: { zh: "访问令牌列表", en: "List the access tokens" },
    owner: "caller",
    only: "jwt",
    sessionOnly: true,
    returns: Type.Array(AccessToken),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/tokens",
    tag: "访问令牌",
    summary: { zh: "创建访问令牌", en: "Create an access token" },
    notes: {
      zh: "令牌只在这一次答复中出现，服务只保存它的哈希。像登录凭证一样使用：Authorization: Bearer fmp_…。",
      en: "The token appears in this answer alone; use it as Authorization: Bearer fmp_….",
    },
    owner: "caller",
    only: "jwt",
    sessionOnly: true,
    secret: true,
    body: Type.Object({
      name: TokenName,
      scopes: Scopes,
      expiresInDays: Type.Optional(ExpiresInDays),
    }),
    returns: NewAccessToken,
    done: "tokenCreated",
    refuses: ["tooManyTokens"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/tokens/:id",
    tag: "访问令牌",
    summary: { zh: "吊销访问令牌", en: "Revoke an access token" },
    owner: "caller",
    only: "jwt",
    sessionOnly: true,
    params: Type.Object({ id: Id }),
    returns: Type.Null(),
    done: "tokenDeleted",
    refuses: ["tokenNotFound"],
  }),
};
