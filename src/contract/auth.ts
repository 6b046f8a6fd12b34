/** Signing in, where the service keeps the passwords itself (AUTH=jwt without an identity provider). */
import Type, { type Static } from "typebox";
import { endpoint } from "./endpoint.ts";
import { about, Email, Timestamp, UserName } from "./fields.ts";
import { SCOPES } from "./tokens.ts";
import { User } from "./users.ts";

const words = (zh: string, en: string) => ({ zh, en });

export const MIN_PASSWORD = 10;
/** Long enough for any phrase, short enough that hashing it costs nothing more. */
export const MAX_PASSWORD = 200;

const password = (label: { zh: string; en: string }, minLength: number) =>
  Type.String({
    minLength,
    maxLength: MAX_PASSWORD,
    text: true,
    examples: ["一句只有自己知道的话"],
    ...about(
      label,
      words(
        `必须是 ${minLength} 到 ${MAX_PASSWORD} 个字符的文字`,
        `must be text of ${minLength} to ${MAX_PASSWORD} characters`,
      ),
    ),
  });

const NewPassword = password(words("密码", "Password"), MIN_PASSWORD);
/** A password to be compared: what was never allowed is simply wrong. */
export const GivenPassword = password(words("密码", "Password"), 1);

export const short = (label: { zh: string; en: string }, maxLength: number, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    text: true,
    examples: [example],
    ...about(
      label,
      words(
        `必须是 1 到 ${maxLength} 个字符的文字`,
        `must be text of 1 to ${maxLength} characters`,
      ),
    ),
  });

const Invitation = short(words("邀请码", "Invitation"), 100, "fmi_…");
const RefreshToken = short(words("刷新凭证", "Refresh token"), 1000, "fmr_…");
const Ticket = short(words("登录凭条", "Ticket"), 200, "fmt_…");
/** Six digits of the app, or one of the recovery codes; blanks and dashes are left out. */
export const Code = short(words("验证码", "Code"), 100, "123456");
const SessionId = short(words("会话编号", "Session id"), 100, "q7Jm…");

/** What a client keeps after signing in. */
export const SignedIn = Type.Object(
  {
    user: User,
    accessToken: Type.String(),
    /** Seconds that the access token lasts. */
    expiresIn: Type.Integer({ examples: [900] }),
    refreshToken: Type.String(),
  },
  { title: "SignedIn" },
);
export type SignedIn = Static<typeof SignedIn>;

/** The password is right; a code is asked for, too. */
export const CodeNeeded = Type.Object(
  {
    /** What the next step shows, once. */
    ticket: Type.String({ examples: ["fmt_1_…"] }),
    /** Seconds that the ticket lasts. */
    expiresIn: Type.Integer({ examples: [300] }),
  },
  { title: "CodeNeeded" },
);

export const Session = Type.Object(
  {
    id: Type.String(),
    device: Type.String(),
    address: Type.String(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp,
    expiresAt: Timestamp,
    /** Whether it is the one that asks. */
    current: Type.Boolean(),
  },
  { title: "Session" },
);
export type Session = Static<typeof Session>;

/** Who asks, and by what right. */
export const Me = Type.Object(
  {
    user: User,
    by: Type.Enum(["session", "token", "provider"], { type: "string" }),
    scopes: Type.Array(Type.Enum([...SCOPES], { type: "string" })),
  },
  { title: "Me" },
);

export const signIn = { tag: "登录", only: "password", secret: true, serve: "session" } as const;

export const auth = {
  register: endpoint({
    ...signIn,
    method: "POST",
    path: "/api/auth/register",
    summary: { zh: "注册", en: "Register" },
    notes: {
      zh: "ALLOW_SIGNUP=true 时谁都可以；否则要在 invitation 里给出邀请码（POST /api/invitations 或 fenming user invite），还没有人能登录时是服务日志里的注册码。",
      en: "Anybody with ALLOW_SIGNUP=true; else with an invitation, or, while nobody can sign in yet, the code in the service's log.",
    },
    owner: "none",
    public: true,
    body: Type.Object({
      name: UserName,
      email: Email,
      password: NewPassword,
      invitation: Type.Optional(Invitation),
    }),
    returns: SignedIn,
    done: "registered",
    refuses: [
      "emailTaken",
      "passwordCommon",
      "signupClosed",
      "firstCodeNeeded",
      "invitationInvalid",
      "tooManyAttempts",
      "busy",
    ],
  }),
  registration: endpoint({
    ...signIn,
    method: "GET",
    path: "/api/auth/registration",
    summary: { zh: "注册需要什么", en: "What registering needs" },
    notes: {
      zh: "first-code：还没有人能登录，要服务日志里的注册码；invitation：要邀请码；nothing：谁都可以注册。",
      en: "first-code: nobody can sign in yet, and it takes the code in the service's log; invitation: an invitation; nothing: anybody may.",
    },
    owner: "none",
    public: true,
    returns: Type.Object({
      needs: Type.Enum(["nothing", "first-code", "invitation"], { type: "string" }),
    }),
  }),
  login: endpoint({
    ...signIn,
    method: "POST",
    path: "/api/auth/login",
    summary: { zh: "登录", en: "Sign in" },
    notes: {
      zh: "accessToken 放在 Authorization: Bearer 里；过期后用 refreshToken 换新的。多次失败要等 Retry-After 秒。打开了两步验证的人得到的是 ticket，再用它和验证码登录（POST /api/auth/login/code）。",
      en: "The accessToken goes into Authorization: Bearer; once expired, the refreshToken gets a new one. After many failures wait for Retry-After seconds. Who has a second factor gets a ticket instead, which signs in together with a code (POST /api/auth/login/code).",
    },
    owner: "none",
    public: true,
    body: Type.Object({ email: Email, password: GivenPassword }),
    returns: Type.Union([SignedIn, CodeNeeded]),
    done: "signedIn",
    doneWith: { ticket: "codeNeeded" },
    refuses: ["signInFailed", "tooManyAttempts", "busy"],
  }),
  loginCode: endpoint({
    ...signIn,
    method: "POST",
    path: "/api/auth/login/code",
    summary: { zh: "登录的第二步：验证码", en: "Second step of signing in: the code" },
    notes: {
      zh: "code 是验证器应用显示的六位数字，或一个恢复码；每个只能用一次。凭条 5 分钟有效，登录成功即失效。",
      en: "code is the six digits of the authenticator app or a recovery code, each good once. The ticket lasts 5 minutes and is void once it has signed in.",
    },
    owner: "none",
    public: true,
    body: Type.Object({ ticket: Ticket, code: Code }),
    returns: SignedIn,
    done: "signedIn",
    refuses: ["ticketInvalid", "signInCodeWrong", "tooManyAttempts"],
  }),
  refresh: endpoint({
    ...signIn,
    method: "POST",
    path: "/api/auth/refresh",
    summary: { zh: "换取新的登录凭证", en: "Exchange the refresh token" },
    notes: {
      zh: "每次换取都会得到新的刷新凭证，旧的随即失效；再次使用旧凭证会结束整个会话。只有答复丢在路上、或两个页面同时换取时例外：10 秒之内、新凭证还没有被换取过，旧凭证会得到同一个新凭证。",
      en: "Each use gives a new refresh token; using an old one again ends the session. Within 10 s, and while the new one has not been exchanged, the old one is answered with the same new one: an answer may get lost, and two tabs may ask at once.",
    },
    owner: "none",
    public: true,
    body: Type.Object({ refreshToken: RefreshToken }),
    returns: SignedIn,
    refuses: ["tokenInvalid", "tokenExpired", "tooManyAttempts"],
  }),
  logout: endpoint({
    ...signIn,
    method: "POST",
    path: "/api/auth/logout",
    summary: { zh: "退出登录", en: "Sign out" },
    notes: {
      zh: "这次登录的两个凭证都失效。",
      en: "Both tokens of this session end.",
    },
    enrols: true,
    owner: "caller",
    sessionOnly: true,
    returns: Type.Null(),
    done: "signedOut",
  }),
  me: endpoint({
    tag: "登录",
    only: "jwt",
    method: "GET",
    path: "/api/auth/me",
    serve: "read",
    summary: { zh: "当前用户", en: "Who is signed in" },
    notes: {
      zh: "凭证所说的用户。",
      en: "The user that the token names.",
    },
    enrols: true,
    owner: "caller",
    returns: Me,
  }),
  password: endpoint({
    ...signIn,
    method: "POST",
    path: "/api/auth/password",
    summary: { zh: "修改密码", en: "Change the password" },
    notes: { zh: "其他会话随即结束。", en: "All other sessions end." },
    owner: "caller",
    sessionOnly: true,
    body: Type.Object({ currentPassword: GivenPassword, newPassword: NewPassword }),
    returns: Type.Null(),
    done: "passwordChanged",
    refuses: ["passwordWrong", "passwordCommon", "tooManyAttempts", "busy"],
  }),
  sessions: endpoint({
    tag: "登录",
    only: "password",
    sessionOnly: true,
    method: "GET",
    path: "/api/auth/sessions",
    serve: "read",
    summary: { zh: "已登录的设备", en: "List the sessions" },
    notes: {
      zh: "每台设备一条，current 是发问的这台。",
      en: "One a device; current is the one that asks.",
    },
    owner: "caller",
    returns: Type.Array(Session),
  }),
  endSession: endpoint({
    ...signIn,
    sessionOnly: true,
    method: "DELETE",
    path: "/api/auth/sessions/:session",
    summary: { zh: "让一个设备退出登录", en: "End a session" },
    notes: {
      zh: "它的凭证立即失效。要给出密码：拿到一台设备的人不能把别的设备赶走。",
      en: "Its tokens end at once. The password is asked for: whoever holds one device cannot put the others out.",
    },
    owner: "caller",
    params: Type.Object({ session: SessionId }),
    body: Type.Object({ currentPassword: GivenPassword }),
    returns: Type.Null(),
    done: "sessionEnded",
    refuses: ["sessionNotFound", "passwordWrong", "tooManyAttempts", "busy"],
  }),
};
