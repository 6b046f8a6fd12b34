/**
 * Configuration from the environment: read, checked, explained. Every setting is optional; a wrong
 * value stops the start with one sentence. `.env.example` and the README are compared with this list
 * by a test.
 */
import { isIP } from "node:net";
import { isZone } from "../ledger/calendar.ts";
import { StartError } from "../store/db.ts";
import { type AuthConfig, isProvider, longSecrets, readAuth } from "./auth/auth-config.ts";
import type { Secrets } from "./auth/sealed.ts";
import { type MailServer, readMailServer } from "./outbound/mail.ts";
import type { OutboundOptions } from "./outbound/outbound.ts";
import { type Allowed, readAllowed } from "./outbound/rules.ts";

export interface Config {
  port: number;
  host: string;
  databaseUrl: string;
  /** The zone that plain dates and "today" are reckoned in. */
  zone: string;
  logLevel: string;
  /** Whether the lines of requests say from where, and who. */
  logClients: boolean;
  /** Names by which a service without sign-in may be asked for, besides its own. */
  allowedHosts: string[];
  /** Where people find the service from outside: an origin; undefined where nobody has said it. */
  publicUrl: string | undefined;
  /** User creation and test data. */
  devEndpoints: boolean;
  /** "*", or the origins that may call from a browser. */
  corsOrigins: "*" | string[];
  /** Who is let in. */
  auth: AuthConfig;
  /** Requests a minute from one address and of one user; 0 is no limit. */
  rateLimit: number;
  /** The proxies whose X-Forwarded-For is believed: addresses, networks, or how many hops. */
  trustProxy: false | number | string;
  /** What seals the secrets of users where the service signs nothing itself. */
  sealing: Secrets;
  /** Which hosts the service may call for its users. */
  outbound: OutboundOptions;
  /** By what mail is sent; undefined where none is. */
  mail: MailServer | undefined;
  /** Opens /metrics to others than this machine. */
  metricsToken: string | undefined;
}

/** Name, default as the documentation shows it, and meaning, of every setting. */
export const SETTINGS = [
  { name: "PORT", fallback: "3000", about: "监听端口（the port to listen on）" },
  {
    name: "HOST",
    fallback: "localhost",
    about: "监听地址；localhost 即本机的 IPv4 与 IPv6 回环（the address to listen on）",
  },
  {
    name: "ALLOWED_HOSTS",
    fallback: "无",
    about:
      "没有登录（AUTH=open）时还接受哪些主机名，多个用逗号分隔，如 nas.local（other names it may be asked by）",
  },
  {
    name: "PUBLIC_URL",
    fallback: "无，即本机的 http://localhost",
    about:
      "从外面打开它的地址，如 https://book.example.com；通行密钥绑定在这个主机名上，日历订阅用这个地址（its address; passkeys are bound to the host）",
  },
  {
    name: "DATABASE_URL",
    fallback: "file:./data/fenming.db",
    about: "数据库：file: 是内置的 SQLite 文件，postgres:// 是 PostgreSQL（the database）",
  },
  {
    name: "TZ",
    fallback: "系统时区",
    about: "记账所用的时区，如 Asia/Shanghai（the zone that days are reckoned in）",
  },
  {
    name: "LOG_LEVEL",
    fallback: "info",
    about: "日志级别：trace、debug、info、warn、error、fatal、silent（what is logged）",
  },
  {
    name: "LOG_CLIENTS",
    fallback: "false",
    about:
      "日志里是否记下每个请求的地址与用户，供 fail2ban 使用（whether lines have address and user）",
  },
  {
    name: "DEV_ENDPOINTS",
    fallback: "AUTH=open 时为 true，否则 false",
    about: "是否开放创建用户与演示数据接口（user creation and test data endpoints）",
  },
  {
    name: "CORS_ORIGIN",
    fallback: "AUTH=open 时为 *，否则没有",
    about: "允许跨域访问的来源，多个用逗号分隔（origins that may call from a browser）",
  },
  {
    name: "AUTH",
    fallback: "open",
    about: "open 没有登录，jwt 需要登录或访问令牌（how the service is entered）",
  },
  {
    name: "ALLOW_SIGNUP",
    fallback: "false",
    about:
      "是否谁都可以注册；否则第一个账号要日志里的注册码，之后的要邀请（whether anybody may register）",
  },
  {
    name: "SESSION_DAYS",
    fallback: "180",
    about:
      "一次登录最多多少天，之后要重新输入密码；30 天不用也会结束（days that a sign-in lasts at most）",
  },
  {
    name: "SECOND_FACTOR",
    fallback: "optional",
    about:
      "两步验证：optional 由每个人自己决定，required 是每个人都要先打开（whether everybody must have a second factor）",
  },
  {
    name: "JWT_SECRET",
    fallback: "首次启动时生成，保存在数据库文件旁",
    about: "签发登录凭证的密钥，至少 32 字节；PostgreSQL 必须设置（the signing secret）",
  },
  {
    name: "JWT_SECRET_PREVIOUS",
    fallback: "无",
    about: "更换密钥时的旧密钥，仍用于验证（the secret before, still good for verifying）",
  },
  {
    name: "JWT_JWKS_URL",
    fallback: "无",
    about: "改用身份提供方登录：其公钥地址（an identity provider's keys）",
  },
  {
    name: "JWT_ISSUER",
    fallback: "fenming",
    about: "登录凭证的签发者（the issuer of tokens）",
  },
  {
    name: "JWT_AUDIENCE",
    fallback: "fenming",
    about: "登录凭证的受众（the audience of tokens）",
  },
  {
    name: "RATE_LIMIT",
    fallback: "AUTH=open 时为 0（不限），否则 600",
    about: "每个地址和每个用户每分钟的请求数（requests a minute by address and by user）",
  },
  {
    name: "TRUST_PROXY",
    fallback: "false",
    about:
      "可信的反向代理：地址、网段、loopback 或跳数；客户端地址取自其 X-Forwarded-For（trusted proxies）",
  },
  {
    name: "OUTBOUND_ALLOW",
    fallback: "无",
    about:
      "通知可以发往的内网地址，也可以不加密：主机名、IP 或网段，各可带端口，多个用逗号分隔，如 nas.local:8080,192.168.1.0/24（private hosts that notices may be sent to）",
  },
  {
    name: "SMTP_URL",
    fallback: "无，即不发邮件",
    about:
      "发提醒邮件的服务器，如 smtps://me%40qq.com:授权码@smtp.qq.com:465；smtp:// 用 STARTTLS；发件人不是用户名时加 ?from=（a server for mail）",
  },
  {
    name: "METRICS_TOKEN",
    fallback: "无",
    about: "从其他机器读取 /metrics 所需的 Bearer 令牌（a token for /metrics from elsewhere）",
  },
] as const;

type Environment = Record<string, string | undefined>;

/** Reads the configuration. Throws StartError naming the setting that is wrong. */
export function readConfig(env: Environment): Config {
  const databaseUrl = readDatabaseUrl(env);
  const allowSignup = readSwitch(env, "ALLOW_SIGNUP", false);
  const auth = readAuth((name) => given(env, name), allowSignup, databaseUrl);
  return {
    auth,
    port: readPort(env),
    host: given(env, "HOST") ?? "localhost",
    allowedHosts: readAllowedHosts(env),
    publicUrl: readPublicUrl(env),
    databaseUrl,
    zone: readZone(env),
    logLevel: readLogLevel(env),
    logClients: readSwitch(env, "LOG_CLIENTS", false),
    devEndpoints: readSwitch(env, "DEV_ENDPOINTS", auth.mode === "open"),
    corsOrigins: readOrigins(env, auth),
    rateLimit: readRateLimit(env, auth.mode === "open" ? 0 : 600),
    trustProxy: readTrustProxy(env),
    sealing:
      auth.mode === "open" || isProvider(auth) ? longSecrets((name) => given(env, name)) : [],
    outbound: { allow: readOutboundAllow(env) },
    mail: readSmtpUrl(env),
    metricsToken: readMetricsToken(env),
  };
}

/** A setting's text; an empty one counts as not given. */
function given(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}

function wrong(name: string, value: string, rule: string): StartError {
  return new StartError(`环境变量 ${name} 的值 “${value}” 无效：${rule}`);
}

function readPort(env: Environment): number {
  const text = given(env, "PORT") ?? "3000";
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65535) {
    throw wrong("PORT", text, "必须是 0 到 65535 的整数（a port number）");
  }
  return port;
}

function readDatabaseUrl(env: Environment): string {
  const url = given(env, "DATABASE_URL") ?? "file:./data/fenming.db";
  if (!/^(file:.|postgres(ql)?:\/\/)/.test(url)) {
    throw wrong(
      "DATABASE_URL",
      hidePassword(url),
      "必须以 file: 或 postgres:// 开头（must begin with file: or postgres://）",
    );
  }
  return url;
}

/** A URL fit to be shown: its password is nobody's business. */
export function hidePassword(url: string): string {
  return url.replace(/(:\/\/[^:/@]*):[^@/]*@/, "$1:***@");
}

/**
 * Node silently falls back to UTC for a zone it does not know, so that is refused here; a TZ of the
 * form ":Asia/Shanghai", as some systems write it, names the same zone.
 */
export function readZone(env: Environment): string {
  const text = given(env, "TZ")?.replace(/^:/, "");
  if (text === undefined) return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  if (!isZone(text)) {
    throw wrong("TZ", text, "不是已知的时区，例如 Asia/Shanghai（an unknown time zone）");
  }
  return text;
}

const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

function readLogLevel(env: Environment): string {
  const level = given(env, "LOG_LEVEL") ?? "info";
  if (!LEVELS.includes(level)) {
    throw wrong("LOG_LEVEL", level, `必须是 ${LEVELS.join("、")} 之一（an unknown level）`);
  }
  return level;
}

function readSwitch(env: Environment, name: string, fallback: boolean): boolean {
  const text = given(env, name);
  if (text === undefined) return fallback;
  if (text === "true" || text === "1") return true;
  if (text === "false" || text === "0") return false;
  throw wrong(name, text, "必须是 true 或 false（must be true or false）");
}

function readRateLimit(env: Environment, fallback: number): number {
  const text = given(env, "RATE_LIMIT") ?? String(fallback);
  if (!/^\d{1,7}$/.test(text)) {
    throw wrong(
      "RATE_LIMIT",
      text,
      "必须是 0 到 9,999,999 的整数（a number of requests a minute）",
    );
  }
  return Number(text);
}

/** Never everybody: who believes any X-Forwarded-For lets each client choose its own address. */
function readTrustProxy(env: Environment): false | number | string {
  const text = given(env, "TRUST_PROXY") ?? "false";
  if (text === "false") return false;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const parts = text.split(",").map((part) => part.trim());
  for (const part of parts) {
    const [address = "", bits] = part.split("/");
    const isNetwork = isIP(address) !== 0 && (bits === undefined || /^\d{1,3}$/.test(bits));
    if (!isNetwork && !["loopback", "linklocal", "uniquelocal"].includes(part)) {
      throw wrong(
        "TRUST_PROXY",
        text,
        "必须是 false、跳数，或逗号分隔的地址、网段、loopback、linklocal、uniquelocal",
      );
    }
  }
  return parts.join(",");
}

function readMetricsToken(env: Environment): string | undefined {
  const token = given(env, "METRICS_TOKEN");
  if (token !== undefined && token.length < 16) {
    throw new StartError("METRICS_TOKEN 至少需要 16 个字符（at least 16 characters）");
  }
  return token;
}

function readAllowedHosts(env: Environment): string[] {
  const names = (given(env, "ALLOWED_HOSTS") ?? "").split(",").map((name) => name.trim());
  return names
    .filter((name) => name !== "")
    .map((name) => {
      const plain = name.toLowerCase().replace(/\.$/, "");
      if (isIP(plain) !== 0 || /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*$/u.test(plain)) return plain;
      throw wrong("ALLOWED_HOSTS", name, "必须是主机名，没有端口，如 nas.local（a name, no port）");
    });
}

function readSmtpUrl(env: Environment): MailServer | undefined {
  const text = given(env, "SMTP_URL");
  if (text === undefined) return undefined;
  const server = readMailServer(text);
  if (server !== undefined) return server;
  throw wrong(
    "SMTP_URL",
    hidePassword(text),
    "必须是 smtps://用户名:密码@主机:端口，用户名不是邮箱时加上 ?from=邮箱（a server for mail）",
  );
}

function readOutboundAllow(env: Environment): Allowed[] {
  const entries = (given(env, "OUTBOUND_ALLOW") ?? "").split(",").map((entry) => entry.trim());
  return entries
    .filter((entry) => entry !== "")
    .map((entry) => {
      const allowed = readAllowed(entry);
      if (allowed !== undefined) return allowed;
      throw wrong(
        "OUTBOUND_ALLOW",
        entry,
        "必须是主机名、IP 或网段，可带端口，如 nas.local:8080、192.168.1.0/24（a host, an address or a network）",
      );
    });
}

/** An origin that browsers count as secure, since passkeys are made on no other, and a name: an address has none. */
function readPublicUrl(env: Environment): string | undefined {
  const text = given(env, "PUBLIC_URL");
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSecure =
    url?.protocol === "https:" || (url?.protocol === "http:" && url.hostname === "localhost");
  const isName = url !== undefined && isIP(url.hostname.replace(/^\[|\]$/g, "")) === 0;
  if (url && isSecure && isName && text.replace(/\/$/, "") === url.origin) return url.origin;
  throw wrong(
    "PUBLIC_URL",
    text,
    "必须是 https://book.example.com 这样的地址：https（本机可用 http://localhost:3000），主机名，没有路径（an https origin with a host name）",
  );
}

/** Every origin in open mode; where there is sign-in, only those that are listed. */
function readOrigins(env: Environment, auth: AuthConfig): "*" | string[] {
  const text = given(env, "CORS_ORIGIN");
  if (auth.mode === "jwt" && text === "*") {
    throw wrong("CORS_ORIGIN", text, "AUTH=jwt 时必须列出来源（list the origins）");
  }
  if (text === undefined) return auth.mode === "open" ? "*" : [];
  if (text === "*") return "*";
  const origins = text.split(",").map((origin) => origin.trim());
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw wrong("CORS_ORIGIN", text, "必须是 * 或 https://example.com 这样的来源（an origin）");
    }
  }
  return origins;
}
