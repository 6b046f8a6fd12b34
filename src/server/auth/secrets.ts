/**
 * The secret that access tokens are signed with: given, or made at the first start and kept beside
 * the SQLite database with rights for its owner alone.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { StartError } from "../../store/db.ts";

/** Fewer bytes than the hash has make HMAC-SHA-256 weaker than it need be (RFC 7518, 3.2). */
export const MIN_SECRET_BYTES = 32;

/** The file beside a database file. */
export function secretPath(databasePath: string): string {
  return `${databasePath}-jwt-secret`;
}

/**
 * Reads the kept secret, or makes it. Two processes that start at once keep the same one: the file
 * appears whole, under its name, or not at all.
 */
export function keptSecret(databasePath: string): string {
  const path = secretPath(databasePath);
  const kept = readSecret(path);
  if (kept !== undefined) return kept;
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(draft, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600 });
    linkSync(draft, path);
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") {
      throw new StartError(
        `无法写入登录密钥文件 ${path}，请检查权限或设置 JWT_SECRET（the secret cannot be kept）`,
        error,
      );
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return readSecret(path) as string;
}

function readSecret(path: string): string | undefined {
  let secret: string;
  try {
    secret = readFileSync(path, "utf8").trim();
    chmodSync(path, 0o600);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw new StartError(`无法读取登录密钥文件 ${path}（the secret cannot be read）`, error);
  }
  requireLong(path, secret);
  return secret;
}

/** Whether nobody could guess it. */
export function isLong(secret: string): boolean {
  return Buffer.byteLength(secret) >= MIN_SECRET_BYTES;
}

/** Refuses a secret that could be guessed. */
export function requireLong(name: string, secret: string): void {
  if (isLong(secret)) return;
  throw new StartError(
    `${name} 至少需要 ${MIN_SECRET_BYTES} 个字节（must be at least ${MIN_SECRET_BYTES} bytes），例如 openssl rand -base64 48 的输出`,
  );
}
