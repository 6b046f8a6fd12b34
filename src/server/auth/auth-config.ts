/** The settings of who is let in, read from the environment (config.ts lists them all). */
import type { AuthMode } from "../../contract/openapi-refusals.ts";
import { StartError } from "../../store/db.ts";
import { sqlitePath } from "../../store/sqlite/sqlite-file.ts";
import type { HashCost } from "./passwords.ts";
import type { ProviderKeySettings } from "./provider-keys.ts";
import type { Secrets } from "./sealed.ts";
import { isLong, keptSecret, requireLong } from "./secrets.ts";

/** How the service is entered. */
export type AuthConfig = { mode: "open" } | OwnSignIn | ProviderSignIn;

/** The service keeps the passwords itself. */
export interface OwnSignIn {
  mode: "jwt";
  allowSignup: boolean;
  /** The secret that signs, then the previous one; each at least 32 bytes. Empty: the kept one. */
  secrets: string[];
  /** How many days a session may go on, however much it is used; 180 unless given. */
  sessionDays?: number;
  /** Whether everybody must have a second factor; each may, unless given. */
  secondFactor?: "optional" | "required";
  /** What hashing a password costs; tests make it cheap. */
  hashCost?: HashCost;
  issuer: string;
  audience: string;
}

/** An identity provider signs the tokens. */
export interface ProviderSignIn extends ProviderKeySettings {
  mode: "jwt";
  allowSignup: boolean;
  issuer: string;
  audience: string;
}

export function isProvider(auth: AuthConfig): auth is ProviderSignIn {
  return auth.mode === "jwt" && "jwksUrl" in auth;
}

/** The mode as the OpenAPI document describes it. */
export function documentedMode(auth: AuthConfig): AuthMode {
  return isProvider(auth) ? "provider" : auth.mode;
}

export const SESSION_DAYS = 180;

type Given = (name: string) => string | undefined;

/**
 * Reads AUTH, ALLOW_SIGNUP and the JWT settings. Own sign-in on SQLite makes its secret at the first
 * start; on PostgreSQL, where several nodes must agree, it has to be given.
 */
export function readAuth(given: Given, allowSignup: boolean, databaseUrl: string): AuthConfig {
  const mode = given("AUTH") ?? "open";
  if (mode === "open") return { mode };
  if (mode !== "jwt") {
    throw new StartError(
      `环境变量 AUTH 的值 “${mode}” 无效：必须是 open 或 jwt（must be open or jwt）`,
    );
  }
  const jwksUrl = given("JWT_JWKS_URL");
  if (jwksUrl !== undefined) return { mode, allowSignup, ...readProvider(given, jwksUrl) };
  return {
    mode,
    allowSignup,
    secrets: readSecrets(given, databaseUrl),
    sessionDays: readSessionDays(given("SESSION_DAYS")),
    secondFactor: readSecondFactor(given("SECOND_FACTOR")),
    issuer: given("JWT_ISSUER") ?? "fenming",
    audience: given("JWT_AUDIENCE") ?? "fenming",
  };
}

function readSessionDays(text = String(SESSION_DAYS)): number {
  if (/^\d{1,4}$/.test(text) && Number(text) >= 1) return Number(text);
  throw new StartError(
    `环境变量 SESSION_DAYS 的值 “${text}” 无效：必须是 1 到 9999 的整数（a number of days）`,
  );
}

function readSecondFactor(text = "optional"): "optional" | "required" {
  if (text === "optional" || text === "required") return text;
  throw new StartError(
    `环境变量 SECOND_FACTOR 的值 “${text}” 无效：必须是 optional 或 required（must be optional or required）`,
  );
}

function readProvider(given: Given, jwksUrl: string) {
  const { protocol, hostname } = URL.canParse(jwksUrl) ? new URL(jwksUrl) : { protocol: "" };
  const near = hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
  if (protocol !== "https:" && !(protocol === "http:" && near)) {
    throw new StartError(
      "环境变量 JWT_JWKS_URL 必须是 https 地址（本机可用 http）（must be an https URL）",
    );
  }
  const issuer = given("JWT_ISSUER");
  const audience = given("JWT_AUDIENCE");
  if (issuer === undefined || audience === undefined) {
    throw new StartError(
      "使用 JWT_JWKS_URL 时必须设置 JWT_ISSUER 和 JWT_AUDIENCE（both are required with JWT_JWKS_URL）",
    );
  }
  return { jwksUrl, issuer, audience };
}

const SECRET_NAMES = ["JWT_SECRET", "JWT_SECRET_PREVIOUS"];

/** JWT_SECRET and the one before, where they are given. */
function givenSecrets(given: Given): string[] {
  return SECRET_NAMES.flatMap((name) => {
    const secret = given(name);
    if (secret !== undefined) requireLong(name, secret);
    return secret ?? [];
  });
}

/** Of these what may seal where it signs nothing: there a short one never stood in the way of a start. */
export function longSecrets(given: Given): string[] {
  return SECRET_NAMES.flatMap((name) => given(name) ?? []).filter(isLong);
}

function readSecrets(given: Given, databaseUrl: string): string[] {
  const secrets = givenSecrets(given);
  const isGiven = given("JWT_SECRET") !== undefined;
  if (!isGiven && !databaseUrl.startsWith("file:")) {
    throw new StartError(
      "AUTH=jwt 使用 PostgreSQL 时必须设置 JWT_SECRET，所有节点相同（JWT_SECRET is required）",
    );
  }
  if (!isGiven && secrets.length > 0) {
    throw new StartError(
      "JWT_SECRET_PREVIOUS 需要同时设置 JWT_SECRET（needs JWT_SECRET beside it）",
    );
  }
  return secrets;
}

/**
 * What seals the secrets that users entrust to the service, where no password is ours: what is given, else what lies
 * beside an SQLite database, made when it is first wanted. Elsewhere there is nothing.
 */
export function sealingSecrets(given: Secrets, databaseUrl: string): Secrets {
  if (given.length > 0 || !databaseUrl.startsWith("file:")) return given;
  return () => [keptSecret(sqlitePath(databaseUrl))];
}

/** With the secret that lies beside the database, where none is given; call it once that is open. */
export function withKeptSecret(auth: AuthConfig, databaseUrl: string): AuthConfig {
  if (auth.mode === "open" || isProvider(auth) || auth.secrets.length > 0) return auth;
  return { ...auth, secrets: [keptSecret(sqlitePath(databaseUrl))] };
}
