/** Passkeys (WebAuthn): signing in by a fingerprint, a face or a security key, without a password. */
import Type, { type Static } from "typebox";
import { Code, GivenPassword, SignedIn, short, signIn } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { about, NOT_BLANK, Timestamp } from "./fields.ts";

const words = (zh: string, en: string) => ({ zh, en });

/** How many one user may have. */
export const MAX_PASSKEYS = 20;

export const Passkey = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    createdAt: Timestamp,
    lastUsedAt: Type.Union([Timestamp, Type.Null()]),
  },
  { title: "Passkey" },
);
export type Passkey = Static<typeof Passkey>;

const PasskeyName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: NOT_BLANK,
  text: true,
  examples: ["手机"],
  ...about(
    words("名称", "Name"),
    words(
      "必须是 1 到 100 个字符的文字，且不能全是空白",
      "must be text of 1 to 100 characters and not all blank",
    ),
  ),
});
const PasskeyId = short(words("通行密钥编号", "Passkey id"), 100, "x3Jd…");

/** A part of a credential, in base64url as browsers give it. */
const bytes = (zh: string, en: string, maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: "^[A-Za-z0-9_-]+$",
    examples: ["dGVzdA"],
    ...about(
      words(zh, en),
      words(
        `必须是至多 ${maxLength} 个字符的 base64url`,
        `must be base64url of at most ${maxLength} characters`,
      ),
    ),
  });

const CredentialId = bytes("凭据编号", "Credential id", 1400);
const ClientData = bytes("clientDataJSON", "clientDataJSON", 4000);
const credentialWords = about(
  words("凭据", "Credential"),
  words("必须是浏览器给出的凭据", "must be what the browser gave"),
);

/** What `navigator.credentials.create()` gives, as JSON; what else it holds is not read. */
const NewCredential = Type.Object(
  {
    id: CredentialId,
    response: Type.Object(
      {
        clientDataJSON: ClientData,
        attestationObject: bytes("attestationObject", "attestationObject", 20_000),
        transports: Type.Optional(
          Type.Array(short(words("传输方式", "Transport"), 20, "internal"), {
            item: words("传输方式", "transport"),
            maxItems: 10,
            examples: [["internal"]],
            ...about(
              words("传输方式", "Transports"),
              words("必须是至多 10 个文字的列表", "must be a list of at most 10 texts"),
            ),
          }),
        ),
      },
      credentialWords,
    ),
  },
  {
    ...credentialWords,
    examples: [{ id: "dGVzdA", response: { clientDataJSON: "e30", attestationObject: "oA" } }],
  },
);
export type NewCredential = Static<typeof NewCredential>;

/** What `navigator.credentials.get()` gives, as JSON. */
const GivenCredential = Type.Object(
  {
    id: CredentialId,
    response: Type.Object(
      {
        clientDataJSON: ClientData,
        authenticatorData: bytes("authenticatorData", "authenticatorData", 4000),
        signature: bytes("signature", "signature", 8000),
        userHandle: bytes("userHandle", "userHandle", 100),
      },
      credentialWords,
    ),
  },
  {
    ...credentialWords,
    examples: [
      {
        id: "dGVzdA",
        response: {
          clientDataJSON: "e30",
          authenticatorData: "AA",
          signature: "AA",
          userHandle: "MQ",
        },
      },
    ],
  },
);
export type GivenCredential = Static<typeof GivenCredential>;

const Named = Type.Object({
  id: Type.String(),
  type: Type.Enum(["public-key"], { type: "string" }),
});

/** Options for `navigator.credentials.create()`, as JSON. */
const CreationOptions = Type.Object({
  challenge: Type.String(),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(
    Type.Object({ alg: Type.Integer(), type: Type.Enum(["public-key"], { type: "string" }) }),
  ),
  timeout: Type.Integer(),
  attestation: Type.Enum(["none"], { type: "string" }),
  excludeCredentials: Type.Array(Named),
  authenticatorSelection: Type.Object({
    residentKey: Type.Enum(["required"], { type: "string" }),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.Enum(["required"], { type: "string" }),
  }),
});

/** Options for `navigator.credentials.get()`, as JSON. */
const RequestOptions = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  allowCredentials: Type.Array(Named),
  userVerification: Type.Enum(["required"], { type: "string" }),
});

const own = { ...signIn, owner: "caller", sessionOnly: true } as const;
const another = { ...signIn, owner: "none", public: true, method: "POST" } as const;

/** The password once more, and a code where two-step sign-in is on. */
const Again = Type.Object({ currentPassword: GivenPassword, code: Type.Optional(Code) });

export const passkeys = {
  list: endpoint({
    tag: "登录",
    only: "password",
    sessionOnly: true,
    owner: "caller",
    method: "GET",
    path: "/api/auth/passkeys",
    serve: "read",
    summary: { zh: "自己的通行密钥", en: "List one's passkeys" },
    notes: { zh: "最早添加的在前。", en: "The oldest first." },
    returns: Type.Array(Passkey),
  }),
  creationOptions: endpoint({
    ...own,
    method: "POST",
    path: "/api/auth/passkeys/options",
    summary: { zh: "准备添加通行密钥", en: "Begin to add a passkey" },
    notes: {
      zh: "答复交给 navigator.credentials.create()。要给出密码，打开了两步验证的还要验证码。challenge 5 分钟有效，只用一次。",
      en: "The answer goes to navigator.credentials.create(). It takes the password and, with two-step sign-in, a code. The challenge lasts 5 minutes and is good once.",
    },
    body: Again,
    returns: CreationOptions,
    refuses: ["passwordWrong", "codeWrong", "tooManyPasskeys", "tooManyAttempts", "busy"],
  }),
  create: endpoint({
    ...own,
    method: "POST",
    path: "/api/auth/passkeys",
    summary: { zh: "添加通行密钥", en: "Add a passkey" },
    notes: {
      zh: "credential 是 navigator.credentials.create() 给出的，原样的 JSON。",
      en: "credential is what navigator.credentials.create() gave, as JSON.",
    },
    body: Type.Object({ name: PasskeyName, credential: NewCredential }),
    returns: Passkey,
    done: "passkeyAdded",
    refuses: ["passkeyNotAdded", "tooManyPasskeys"],
  }),
  update: endpoint({
    ...own,
    method: "PUT",
    path: "/api/auth/passkeys/:passkey",
    summary: { zh: "给通行密钥改名", en: "Rename a passkey" },
    notes: { zh: "名称只给自己看。", en: "The name is for oneself." },
    params: Type.Object({ passkey: PasskeyId }),
    body: Type.Object({ name: PasskeyName }),
    returns: Passkey,
    done: "passkeyRenamed",
    refuses: ["passkeyNotFound"],
  }),
  remove: endpoint({
    ...own,
    method: "DELETE",
    path: "/api/auth/passkeys/:passkey",
    summary: { zh: "移除通行密钥", en: "Remove a passkey" },
    notes: {
      zh: "它从此不能登录。要给出密码，打开了两步验证的还要验证码。",
      en: "It does not sign in any more. It takes the password and, with two-step sign-in, a code.",
    },
    params: Type.Object({ passkey: PasskeyId }),
    body: Again,
    returns: Type.Null(),
    done: "passkeyRemoved",
    refuses: ["passkeyNotFound", "passwordWrong", "codeWrong", "tooManyAttempts", "busy"],
  }),
  requestOptions: endpoint({
    ...another,
    path: "/api/auth/login/passkey/options",
    summary: { zh: "准备用通行密钥登录", en: "Begin to sign in by a passkey" },
    notes: {
      zh: "答复交给 navigator.credentials.get()；不用邮箱。challenge 5 分钟有效，只用一次。",
      en: "The answer goes to navigator.credentials.get(); no email is asked for. The challenge lasts 5 minutes and is good once.",
    },
    returns: RequestOptions,
    refuses: ["tooManyAttempts"],
  }),
  login: endpoint({
    ...another,
    path: "/api/auth/login/passkey",
    summary: { zh: "用通行密钥登录", en: "Sign in by a passkey" },
    notes: {
      zh: "credential 是 navigator.credentials.get() 给出的，原样的 JSON。设备验证过本人，所以不再要密码和验证码。",
      en: "credential is what navigator.credentials.get() gave, as JSON. The device has verified its user, so that neither password nor code is asked for.",
    },
    body: Type.Object({ credential: GivenCredential }),
    returns: SignedIn,
    done: "signedIn",
    refuses: ["passkeyRefused", "tooManyAttempts"],
  }),
};
