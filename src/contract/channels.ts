/** Ways to reach a person 通知渠道, and what was sent by them. */
import Type, { type Static } from "typebox";
import { endpoint } from "./endpoint.ts";
import {
  about,
  choice,
  Email,
  Id,
  NOT_BLANK,
  ReadVersion,
  Switch,
  Timestamp,
  UserId,
  whole,
} from "./fields.ts";

const words = (zh: string, en: string) => ({ zh, en });

export const CHANNEL_KINDS = [
  "bark",
  "serverchan",
  "pushplus",
  "ntfy",
  "webpush",
  "email",
  "webhook",
] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];
export const CHANNEL_STATES = ["active", "off", "gone"] as const;
export const NOTICE_STATES = ["waiting", "sent", "failed"] as const;
export const NOTICE_KINDS = ["digest", "line", "test"] as const;

/** So often in a row a channel has failed when it is shown as one that does not work. */
export const FAILING = 5;

const Kind = choice(CHANNEL_KINDS, "渠道种类", "Kind of channel", "bark");
const NewState = choice(["active", "off"], "状态", "State", "off");

const ChannelName = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: NOT_BLANK,
  text: true,
  examples: ["我的手机"],
  ...about(
    words("名称", "Name"),
    words(
      "必须是 1 到 50 个字符的文字，且不能全是空白",
      "must be text of 1 to 50 characters and not all blank",
    ),
  ),
});

const Key = Type.String({
  pattern: "^[\\x21-\\x7e]{1,200}$",
  examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  ...about(
    words("密钥", "Key"),
    words(
      "必须是 1 到 200 个字母、数字或符号，没有空格；Webhook 的是 whsec_ 加 24 到 64 字节的 base64",
      "must be 1 to 200 letters, digits or signs without blanks; a webhook's is whsec_ and 24 to 64 bytes in base64",
    ),
  ),
});

const address = (zh: string, en: string, example: string) =>
  Type.String({
    maxLength: 500,
    pattern: "^https?://[\\x21-\\x7e]+$",
    examples: [example],
    ...about(
      words(zh, en),
      words(
        "必须是 https:// 开头的地址，不含用户名与密码，最多 500 个字符",
        "must be an address that begins with https://, without user name and password, of at most 500 characters",
      ),
    ),
  });

export const Server = address("服务器", "Server", "https://push.example");
export const HookUrl = address("地址", "Address", "https://hooks.example/fenming");

const Topic = Type.String({
  pattern: "^[A-Za-z0-9_-]{1,64}$",
  examples: ["fenming-7d1f"],
  ...about(
    words("主题", "Topic"),
    words("必须是 1 到 64 个字母、数字、_ 或 -", "must be 1 to 64 letters, digits, _ or -"),
  ),
});

/** What a kind may need; all of it is kept sealed and answered never. */
export const secrets = {
  key: Type.Optional(Key),
  server: Type.Optional(Server),
  topic: Type.Optional(Topic),
  url: Type.Optional(HookUrl),
  to: Type.Optional(Email),
};

export const Channel = Type.Object(
  {
    id: Id,
    userId: UserId,
    kind: Type.Enum([...CHANNEL_KINDS], { type: "string" }),
    name: Type.String(),
    /** Where it leads: the host. */
    target: Type.String({ examples: ["api.day.app"] }),
    state: Type.Enum([...CHANNEL_STATES], { type: "string" }),
    /** How often it has failed since it last worked. */
    failures: Type.Integer({ minimum: 0, examples: [0] }),
    /** It has failed many times in a row. */
    failing: Type.Boolean({ examples: [false] }),
    failedAt: Type.Optional(Timestamp),
    fault: Type.Optional(Type.String({ examples: ["对方答复 500"] })),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Channel" },
);
export type Channel = Static<typeof Channel>;

export const Notice = Type.Object(
  {
    id: Id,
    userId: UserId,
    channelId: Id,
    kind: Type.Enum([...NOTICE_KINDS], { type: "string" }),
    title: Type.String(),
    lines: Type.Array(Type.String()),
    state: Type.Enum([...NOTICE_STATES], { type: "string" }),
    attempts: Type.Integer({ minimum: 0, examples: [1] }),
    createdAt: Timestamp,
    /** When it is tried next; only while it waits. */
    nextAt: Type.Optional(Timestamp),
    sentAt: Type.Optional(Timestamp),
    fault: Type.Optional(Type.String()),
  },
  { title: "Notice" },
);
export type Notice = Static<typeof Notice>;

const Hour = whole("几点", "Hour", 0, 23, 9);

export const NoticeSettings = Type.Object(
  {
    hour: Type.Integer({ minimum: 0, maximum: 23, examples: [9] }),
    showAmounts: Type.Boolean({ examples: [false] }),
    digest: Type.Boolean({ examples: [true] }),
  },
  { title: "NoticeSettings" },
);
export type NoticeSettings = Static<typeof NoticeSettings>;

const byId = {
  params: Type.Object({ id: Id }),
  query: Type.Object({ userId: Type.Optional(UserId) }),
};

const refusals = [
  "channelNeeds",
  "channelTakesNot",
  "channelKeyNoHook",
  "channelKeyNoPush",
  "channelNoMail",
  "channelNotAllowed",
  "channelNeedsHttps",
  "channelAddressWrong",
  "channelNotSealed",
] as const;

export const channels = {
  list: endpoint({
    method: "GET",
    path: "/api/channels",
    serve: "read",
    tag: "提醒",
    summary: { zh: "通知渠道列表", en: "List the channels" },
    notes: {
      zh: "密钥、地址里的路径与主题从不答复，target 只说主机。failures 是上次成功之后失败的次数，failing 说它已连续失败多次；state 为 gone 的是对方说已经没有了。",
      en: "Keys, paths of addresses and topics are never answered; target names the host alone. failures counts since it last worked, failing says that it has failed many times in a row; a state of gone is what the other side has said.",
    },
    owner: "query",
    query: Type.Object({ userId: UserId }),
    returns: Type.Array(Channel),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/channels",
    serve: "write",
    tag: "提醒",
    summary: { zh: "添加通知渠道", en: "Add a channel" },
    notes: {
      zh: "bark 要 key（device key），可给 server；serverchan 要 key（SendKey）；pushplus 要 key（token）；ntfy 要 topic，可给 server 与 key（访问令牌）；webhook 要 url 与 key（whsec_…），按 Standard Webhooks 签名；webpush 要 url（订阅的 endpoint）与 key（p256dh 与 auth，中间一个点）；email 要 to，服务要设置 SMTP_URL。要用 https，内网地址要运行服务的人在 OUTBOUND_ALLOW 里列出。",
      en: "bark needs key (the device key) and takes server; serverchan needs key (SendKey); pushplus needs key (token); ntfy needs topic and takes server and key (an access token); webhook needs url and key (whsec_…) and is signed as Standard Webhooks say; webpush needs url (the endpoint of the subscription) and key (p256dh and auth with a dot between); email needs to, and SMTP_URL of the service. https is needed; private addresses have to be listed in OUTBOUND_ALLOW by whoever runs the service.",
    },
    owner: "body",
    body: Type.Object({ userId: UserId, kind: Kind, name: ChannelName, ...secrets }),
    notInExample: ["server", "topic", "url", "to"],
    returns: Channel,
    done: "channelCreated",
    refuses: ["userNotFound", "tooManyChannels", ...refusals],
  }),
  get: endpoint({
    method: "GET",
    path: "/api/channels/:id",
    serve: "read",
    resource: true,
    tag: "提醒",
    summary: { zh: "通知渠道详情", en: "Get a channel" },
    notes: {
      zh: "密钥、地址里的路径与主题从不答复，target 只说主机。",
      en: "Keys, paths of addresses and topics are never answered; target names the host alone.",
    },
    owner: "channel",
    ...byId,
    returns: Channel,
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/channels/:id",
    serve: "write",
    resource: true,
    tag: "提醒",
    summary: { zh: "修改通知渠道（只改所给字段）", en: "Change the given fields of a channel" },
    notes: {
      zh: "种类不能改。没有给出的密钥与地址保持不变；state 为 off 时不再发送，之前等着的不发。",
      en: "The kind stays. Keys and addresses that are not given stay as they are; with state off nothing is sent, nor what waits.",
    },
    owner: "channel",
    ...byId,
    body: Type.Object({
      userId: Type.Optional(UserId),
      name: Type.Optional(ChannelName),
      state: Type.Optional(NewState),
      ...secrets,
      updatedAt: Type.Optional(ReadVersion),
    }),
    notInExample: ["server", "topic", "url", "key", "to"],
    returns: Channel,
    done: "channelUpdated",
    refuses: [...refusals],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/channels/:id",
    serve: "write",
    resource: true,
    tag: "提醒",
    summary: { zh: "删除通知渠道与它的通知", en: "Delete a channel with its notices" },
    notes: {
      zh: "密钥从此没有了：历史里不能恢复。",
      en: "Its key is gone then: the history cannot bring it back.",
    },
    owner: "channel",
    ...byId,
    returns: Type.Null(),
    done: "channelDeleted",
  }),
  ways: endpoint({
    method: "GET",
    path: "/api/channels/ways",
    serve: "long",
    tag: "提醒",
    summary: { zh: "这里能用哪些渠道", en: "Which channels can be used here" },
    notes: {
      zh: "mail 说能不能发邮件；pushKey 是浏览器订阅时用的公钥（applicationServerKey），没有就不能用 webpush。",
      en: "mail says whether mail can be sent; pushKey is the public key that a browser subscribes with (applicationServerKey), without which there is no webpush.",
    },
    owner: "caller",
    returns: Type.Object(
      {
        mail: Type.Boolean({ examples: [false] }),
        pushKey: Type.Optional(Type.String({ examples: ["BP4z9KsN6nGRTbVYI_c7VJSPQTBt"] })),
      },
      { title: "ChannelWays" },
    ),
  }),
  test: endpoint({
    method: "POST",
    path: "/api/channels/:id/test",
    serve: "long",
    tag: "提醒",
    summary: { zh: "发一条试试", en: "Send one to try" },
    notes: {
      zh: "与真的通知走同一条路，等到有结果再答复（最多 10 秒）：state 为 sent 是送到了，为 waiting 时 fault 说为什么没有，nextAt 说何时再试。",
      en: "Takes the way of the real ones and answers when it is known (10 s at most): sent, or waiting with the reason in fault and the next try in nextAt.",
    },
    owner: "channel",
    ...byId,
    returns: Notice,
    refuses: ["channelOff", "tooManyTests"],
  }),
};

export const notices = {
  list: endpoint({
    method: "GET",
    path: "/api/notices",
    serve: "read",
    tag: "提醒",
    summary: { zh: "最近的 50 条通知", en: "The latest 50 notices" },
    notes: {
      zh: "最近的在前。没有送到的在 1 分钟、5 分钟、30 分钟、2 小时、6 小时后再试，之后是 failed。90 天后删除。",
      en: "Newest first. What did not arrive is tried again after 1 min, 5 min, 30 min, 2 h and 6 h, and has failed then. Kept for 90 days.",
    },
    owner: "query",
    query: Type.Object({ userId: UserId }),
    returns: Type.Array(Notice),
  }),
  settings: endpoint({
    method: "GET",
    path: "/api/notices/settings",
    serve: "read",
    tag: "提醒",
    summary: { zh: "什么时候、怎样提醒", en: "When and how one is told" },
    notes: {
      zh: "没有改过时是 9 点、不带金额、每天合成一条。",
      en: "At 9, without amounts and as one notice a day, unless it was changed.",
    },
    owner: "query",
    query: Type.Object({ userId: UserId }),
    returns: NoticeSettings,
  }),
  change: endpoint({
    method: "PUT",
    path: "/api/notices/settings",
    serve: "write",
    tag: "提醒",
    summary: { zh: "改什么时候、怎样提醒（只改所给字段）", en: "Change when and how one is told" },
    notes: {
      zh: "每天 hour 点（默认 9，服务的时区）把新的事说一次：快到期的计划（提前 remindDays 天）、不够付的账户、待确认的、将低于 0 的、用到八成与用完的预算、停过之后补记的。没有新的就不说。showAmounts 为 true 时带上金额（默认不带：文字经过别人的服务器）；digest 为 false 时一件事一条。",
      en: "Once a day at hour (9 unless given, in the zone of the service) what is new is said: plans that are due soon (remindDays ahead), accounts without enough, what waits, what falls below zero, budgets at 80 % and at their end, what was booked after a stop. Nothing new, nothing said. showAmounts adds amounts (texts pass through others' servers); with digest false each thing is a notice of its own.",
    },
    owner: "body",
    body: Type.Object({
      userId: UserId,
      hour: Type.Optional(Hour),
      showAmounts: Type.Optional(Switch(words("通知里显示金额", "Amounts in notices"))),
      digest: Type.Optional(Switch(words("每天合成一条", "One notice a day"))),
    }),
    returns: NoticeSettings,
    done: "noticesChanged",
    refuses: ["userNotFound"],
  }),
};
