/** Personal access tokens: for shortcuts and scripts, named, scoped and with an end. */
import Type, { type Static } from "typebox";
import { endpoint } from "./endpoint.ts";
import { about, DayText, Id, NOT_BLANK, Timestamp } from "./fields.ts";

const words = (zh: string, en: string) => ({ zh, en });

/**
 * What a token may do: `read` sees the book; `create` books what is new and sees nothing else; `write`
 * may create, and together with `read` it may change and delete, whose answers show what was there.
 */
export const SCOPES = ["create", "read", "write"] as const;
export type Scope = (typeof SCOPES)[number];

const Scope = Type.Enum([...SCOPES], {
  type: "string",
  ...about(
    words("权限", "Scope"),
    words("必须是 create、read 或 write", "must be create, read or write"),
  ),
});

const Scopes = Type.Array(Scope, {
  item: words("权限", "scope"),
  minItems: 1,
  maxItems: 3,
  uniqueItems: true,
  examples: [["create"]],
  ...about(
    words("权限", "Scopes"),
    words(
      "必须是 create、read、write 中的一个或几个",
      "must be one or more of create, read and write",
    ),
  ),
});

const TokenName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: NOT_BLANK,
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
    serve: "read",
    tag: "访问令牌",
    summary: { zh: "访问令牌列表", en: "List the access tokens" },
    notes: {
      zh: "令牌本身只在创建时给出一次，这里没有。",
      en: "The tokens themselves are shown once, when they are made, and not here.",
    },
    owner: "caller",
    only: "jwt",
    sessionOnly: true,
    returns: Type.Array(AccessToken),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/tokens",
    serve: "write",
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
    serve: "write",
    tag: "访问令牌",
    summary: { zh: "吊销访问令牌", en: "Revoke an access token" },
    notes: {
      zh: "用它的程序从下一个请求起是 401。",
      en: "What uses it is answered 401 from the next request on.",
    },
    owner: "caller",
    only: "jwt",
    sessionOnly: true,
    params: Type.Object({ id: Id }),
    returns: Type.Null(),
    done: "tokenDeleted",
    refuses: ["tokenNotFound"],
  }),
};
