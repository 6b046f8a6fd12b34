/**
 * Reads `postgres://user:password@host:port,host:port/database?name=value`: one database behind one
 * or several servers, of which the primary is followed. Everything that PostgreSQL needs is in the URL.
 */
import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import { StartError } from "../db.ts";

export interface Host {
  host: string;
  port: number;
}

/** Where the database is and how to talk to it. Times are milliseconds. */
export interface Target {
  hosts: Host[];
  user: string | undefined;
  password: string | undefined;
  database: string | undefined;
  /** False, or what TLS is to check. */
  ssl: false | ConnectionOptions;
  applicationName: string;
  /** Server settings for every connection, as `-c name=value`. */
  options: string | undefined;
  /** Connections of this process at most. */
  poolSize: number;
  /** Named prepared statements; off behind a pgbouncer in transaction mode before its version 1.21. */
  prepare: boolean;
  connectTimeoutMs: number;
  /** How long a statement may run before its connection is given up. */
  queryTimeoutMs: number;
}

/** The parameters of the URL: default and meaning, for the documentation. */
export const URL_PARAMETERS = [
  { name: "sslmode", fallback: "disable", about: "disable、require、verify-ca、verify-full" },
  { name: "sslrootcert", fallback: "", about: "信任的根证书文件（file of trusted certificates）" },
  { name: "sslcert", fallback: "", about: "客户端证书文件（file of the client's certificate）" },
  { name: "sslkey", fallback: "", about: "客户端私钥文件（file of the client's key）" },
  { name: "pool_size", fallback: "16", about: "每个进程的最大连接数（connections of a process）" },
  { name: "prepare", fallback: "true", about: "是否使用具名预备语句（named prepared statements）" },
  { name: "connect_timeout", fallback: "2", about: "建立连接的时限，秒（seconds to connect）" },
  { name: "query_timeout", fallback: "4", about: "一条语句的时限，秒（seconds for a statement）" },
  {
    name: "application_name",
    fallback: "fenming",
    about: "在服务器上显示的名字（name shown there）",
  },
  { name: "options", fallback: "", about: "服务器设置，如 -c search_path=book（server settings）" },
] as const;

type Parameter = (typeof URL_PARAMETERS)[number]["name"];

const SHAPE = /^postgres(?:ql)?:\/\/(?:([^/?]*)@)?([^/?@]*)(?:\/([^?]*))?(?:\?(.*))?$/;

export function readTarget(url: string): Target {
  const match = SHAPE.exec(url);
  if (match === null) throw wrong("无法识别（it cannot be read）");
  const [, credentials, hosts = "", database, query = ""] = match;
  const parameters = readParameters(query);
  const [user, ...password] = (credentials ?? "").split(":");
  return {
    hosts: readHosts(hosts),
    user: decoded(user) ?? process.env.PGUSER,
    password: decoded(password.join(":")) ?? process.env.PGPASSWORD,
    database: decoded(database),
    ssl: readTls(parameters),
    applicationName: parameters.get("application_name") ?? "fenming",
    options: parameters.get("options"),
    poolSize: readWhole(parameters, "pool_size", 2, 1000),
    prepare: readSwitch(parameters, "prepare"),
    connectTimeoutMs: readWhole(parameters, "connect_timeout", 1, 60) * 1000,
    queryTimeoutMs: readWhole(parameters, "query_timeout", 1, 3600) * 1000,
  };
}

function wrong(rule: string): StartError {
  return new StartError(`DATABASE_URL 无效：${rule}`);
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong("百分号编码有误（its percent-encoding is broken）");
  }
}

function readHosts(text: string): Host[] {
  return text.split(",").map((entry) => {
    const match = /^(\[[^\]]+\]|[^:]*)(?::(\d{1,5}))?$/.exec(entry);
    if (match === null) throw wrong(`主机 “${entry}” 有误（a host is malformed）`);
    // A folder of a Unix socket is written percent-encoded, as libpq has it.
    const host = decoded(match[1])?.replace(/^\[(.+)\]$/, "$1") ?? "localhost";
    return { host, port: Number(match[2] ?? 5432) };
  });
}

function readParameters(query: string): Map<Parameter, string> {
  const known = URL_PARAMETERS.map(({ name }) => name as string);
  const parameters = new Map<Parameter, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    // Taken because libpq's URLs carry it; the primary is what we always look for.
    if (name === "target_session_attrs" && /^(read-write|primary)$/.test(value)) continue;
    if (!known.includes(name)) {
      throw wrong(`没有参数 ${name}，可用的是 ${known.join("、")}（no such parameter）`);
    }
    if (value !== "") parameters.set(name as Parameter, value);
  }
  return parameters;
}

function fallbackOf(name: Parameter): string {
  return URL_PARAMETERS.find((parameter) => parameter.name === name)?.fallback ?? "";
}

function readWhole(
  parameters: Map<Parameter, string>,
  name: Parameter,
  least: number,
  most: number,
): number {
  const text = parameters.get(name) ?? fallbackOf(name);
  const value = Number(text);
  if (!/^\d{1,6}$/.test(text) || value < least || value > most) {
    throw wrong(`${name} 必须是 ${least} 到 ${most} 的整数（must be a whole number）`);
  }
  return value;
}

function readSwitch(parameters: Map<Parameter, string>, name: Parameter): boolean {
  const text = parameters.get(name) ?? fallbackOf(name);
  if (text === "true" || text === "1") return true;
  if (text === "false" || text === "0") return false;
  throw wrong(`${name} 必须是 true 或 false（must be true or false）`);
}

/** `sslmode` with the meaning that libpq gives it; `prefer`, which protects from nothing, is refused. */
function readTls(parameters: Map<Parameter, string>): Target["ssl"] {
  const mode = parameters.get("sslmode") ?? fallbackOf("sslmode");
  if (mode === "disable") return false;
  if (!["require", "verify-ca", "verify-full"].includes(mode)) {
    throw wrong(
      "sslmode 必须是 disable、require、verify-ca、verify-full 之一（an unknown sslmode）",
    );
  }
  const ca = readCertificate(parameters, "sslrootcert");
  const cert = readCertificate(parameters, "sslcert");
  const key = readCertificate(parameters, "sslkey");
  const files = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
  if (mode === "verify-full") return files;
  if (mode === "require" && ca === undefined) return { ...files, rejectUnauthorized: false };
  // The chain is checked, the host's name is not.
  return { ...files, checkServerIdentity: () => undefined };
}

function readCertificate(parameters: Map<Parameter, string>, name: Parameter): string | undefined {
  const path = parameters.get(name);
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new StartError(`无法读取 ${name} 所指的文件 ${path}（the file cannot be read）`, error);
  }
}
