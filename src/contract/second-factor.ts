/** Two-step sign-in: one-time codes of an authenticator app (RFC 6238) and recovery codes. */
import Type from "typebox";
import { Code, GivenPassword, signIn } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { Timestamp } from "./fields.ts";

/** How many recovery codes there are at first. */
export const RECOVERY_CODES = 10;

const SecondFactor = Type.Object(
  {
    on: Type.Boolean(),
    since: Type.Union([Timestamp, Type.Null()]),
    recoveryCodesLeft: Type.Integer({ examples: [RECOVERY_CODES] }),
  },
  { title: "SecondFactor" },
);

/** As answered once. */
const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String({ examples: ["K7QX-3FPA-…"] })),
});

const own = { ...signIn, owner: "caller", sessionOnly: true } as const;

export const secondFactor = {
  get: endpoint({
    tag: "登录",
    only: "password",
    sessionOnly: true,
    owner: "caller",
    enrols: true,
    method: "GET",
    path: "/api/auth/second-factor",
    serve: "read",
    summary: { zh: "两步验证是否打开", en: "Whether two-step sign-in is on" },
    notes: {
      zh: "打开以后，密码之外还要验证器应用的验证码。",
      en: "Once on, signing in takes a code of an authenticator app besides the password.",
    },
    returns: SecondFactor,
  }),
  begin: endpoint({
    ...own,
    enrols: true,
    method: "POST",
    path: "/api/auth/second-factor",
    summary: { zh: "准备打开两步验证", en: "Begin to turn two-step sign-in on" },
    notes: {
      zh: "uri 给验证器应用扫码；给出第一个验证码之后（confirm）才算打开。再调用一次会换掉还没有确认的密钥。",
      en: "uri is scanned by an authenticator app; it is on once its first code is given (confirm). Asking again replaces a key that is not confirmed.",
    },
    body: Type.Object({ currentPassword: GivenPassword }),
    returns: Type.Object({
      /** The key in base32, to be typed where nothing can be scanned. */
      secret: Type.String({ examples: ["JBSWY3DPEHPK3PXP…"] }),
      uri: Type.String({ examples: ["otpauth://totp/…"] }),
    }),
    done: "secondFactorBegun",
    refuses: ["passwordWrong", "secondFactorIsOn", "tooManyAttempts", "busy"],
  }),
  confirm: endpoint({
    ...own,
    enrols: true,
    method: "POST",
    path: "/api/auth/second-factor/confirm",
    summary: { zh: "打开两步验证", en: "Turn two-step sign-in on" },
    notes: {
      zh: `给出验证器应用显示的第一个验证码。答复里的 ${RECOVERY_CODES} 个恢复码只显示这一次，每个可以代替一次验证码。`,
      en: `Takes the first code of the app. The ${RECOVERY_CODES} recovery codes of the answer are shown only once; each stands for one code.`,
    },
    body: Type.Object({ code: Code }),
    returns: RecoveryCodes,
    done: "secondFactorOn",
    refuses: ["codeWrong", "secondFactorNotBegun", "tooManyAttempts"],
  }),
  recoveryCodes: endpoint({
    ...own,
    method: "POST",
    path: "/api/auth/second-factor/recovery-codes",
    summary: { zh: "换一组恢复码", en: "Make new recovery codes" },
    notes: { zh: "以前的立即失效。", en: "The ones before are void at once." },
    body: Type.Object({ currentPassword: GivenPassword, code: Code }),
    returns: RecoveryCodes,
    done: "recoveryCodesMade",
    refuses: ["passwordWrong", "codeWrong", "secondFactorIsOff", "tooManyAttempts", "busy"],
  }),
  remove: endpoint({
    ...own,
    method: "DELETE",
    path: "/api/auth/second-factor",
    summary: { zh: "关闭两步验证", en: "Turn two-step sign-in off" },
    notes: {
      zh: "要密码和一个验证码或恢复码。手机和恢复码都丢了，由运行服务的人用 fenming user reset-factor 移除。",
      en: "Takes the password and a code or recovery code. With phone and recovery codes lost, whoever runs the service removes it by fenming user reset-factor.",
    },
    body: Type.Object({ currentPassword: GivenPassword, code: Code }),
    returns: Type.Null(),
    done: "secondFactorOff",
    refuses: ["passwordWrong", "codeWrong", "secondFactorIsOff", "tooManyAttempts", "busy"],
  }),
};
