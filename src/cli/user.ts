/** `fenming user …` and `fenming token …`: who may sign in, managed beside a running server. */
import { auth } from "../contract/auth.ts";
import { say } from "../contract/messages.ts";
import { Refusal } from "../contract/refusal.ts";
import { SCOPES, type Scope } from "../contract/tokens.ts";
import { users } from "../contract/users.ts";
import { noteEvent } from "../server/auth/audit.ts";
import { putPassword } from "../server/auth/credentials.ts";
import { endInvitations, makeInvitation } from "../server/auth/invitations.ts";
import { removeFactor } from "../server/auth/one-time-codes.ts";
import { Passwords, requireUncommon } from "../server/auth/passwords.ts";
import { makeToken } from "../server/auth/personal-tokens.ts";
import { endOtherSessions } from "../server/auth/sessions.ts";
import { forgetFailures } from "../server/auth/throttle.ts";
import { insertUser, subjectText } from "../server/auth/users.ts";
import { type Config, readConfig } from "../server/config.ts";
import { checkOf } from "../server/http/validate.ts";
import { type Db, type Query, StartError } from "../store/db.ts";
import { openStore } from "../store/open.ts";
import { sql } from "../store/sql.ts";
import { readSecretLine } from "./secret-line.ts";

/** The commands by what they are called after `user` and `token`, as user-commands.ts declares them. */
export const userCommands = {
  add: said(addUser),
  list: said(listUsers),
  passwd: said(setPassword),
  link: said(linkSubject),
  disable: said(disableUser),
  resetFactor: said(resetFactor),
  invite: said(invite),
  createToken: said(createToken),
};

interface Site {
  db: Db;
  config: Config;
}

/** Opens the database for a command, and says a refusal as the one sentence that it is. */
function said<A extends unknown[]>(command: (site: Site, ...args: A) => Promise<void>) {
  return async (...args: A): Promise<void> => {
    const config = readConfig(process.env);
    const store = await openStore({ url: config.databaseUrl, zone: config.zone });
    try {
      await command({ db: store.db, config }, ...args);
    } catch (error) {
      throw error instanceof Refusal ? new StartError(sentenceOf(error)) : error;
    } finally {
      await store.close();
    }
  };
}

function sentenceOf({ key, values }: Refusal): string {
  return `${say(key, "zh", values)}（${say(key, "en", values)}）`;
}

const checkUser = checkOf(users.create);
const checkPassword = checkOf(auth.password);

/** Asks for a new password and hashes it; the same rules as in the app. */
async function newHash(names: string[]): Promise<string> {
  const password = await readSecretLine("新密码（new password）：");
  checkPassword({}, {}, { currentPassword: "-", newPassword: password });
  await requireUncommon(password, names);
  return new Passwords().hash(password);
}

async function addUser(
  { db, config }: Site,
  name: string,
  email: string,
  { subject }: { subject?: string },
): Promise<void> {
  checkUser({}, {}, { name, email });
  const linked = subject === undefined ? undefined : fullSubject(config, subject);
  const hash = linked === undefined ? await newHash([name, email]) : undefined;
  const made = await db.write(async (query) => {
    const user = await insertUser({ db: query, now: Date.now() }, { name, email });
    if (user === undefined) throw new Refusal(400, "emailTaken");
    if (hash !== undefined) await putPassword(query, user.id, hash);
    if (linked !== undefined) await putSubject(query, user.id, linked);
    return user;
  });
  console.log(`已添加用户 ${made.id}：${made.name} ${made.email}（added）`);
}

interface UserRow {
  id: number;
  name: string;
  email: string;
  hasPassword: number;
  hasSubject: number;
  disabledAt: string | null;
}

const userRow = sql`id, name, email, disabled_at,
  case when password_hash is null then 0 else 1 end as has_password,
  case when subject is null then 0 else 1 end as has_subject`;

async function listUsers({ db }: Site): Promise<void> {
  const [rows, factors] = await db.read(async (query) => [
    await query.all<UserRow>(sql`select ${userRow} from users order by id`),
    await query.all<{ userId: number }>(
      sql`select user_id from second_factors where confirmed_at is not null`,
    ),
  ]);
  const withFactor = new Set(factors.map(({ userId }) => userId));
  for (const row of rows) {
    const state = stateOf(row, withFactor.has(row.id));
    console.log(`${row.id}\t${row.name}\t${row.email}\t${state}`);
  }
}

function stateOf({ hasPassword, hasSubject, disabledAt }: UserRow, hasFactor: boolean): string {
  if (disabledAt !== null) return "已禁用（disabled）";
  if (hasSubject === 1) return "身份提供方（provider）";
  if (hasFactor) return "密码与两步验证（password and second factor）";
  return hasPassword === 1 ? "密码（password）" : "不能登录（no sign-in）";
}

async function findUser(db: Query, email: string): Promise<UserRow> {
  const row = await db.get<UserRow>(
    sql`select ${userRow} from users where email_folded = ${email.trim().toLowerCase()}`,
  );
  if (row === undefined) throw new StartError(`没有邮箱为 ${email} 的用户（no such user）`);
  return row;
}

async function setPassword({ db }: Site, email: string): Promise<void> {
  const { name } = await db.read((query) => findUser(query, email));
  const hash = await newHash([name, email]);
  await db.write(async (query) => {
    const { id } = await findUser(query, email);
    await putPassword(query, id, hash);
    await forgetFailures(query, email);
    await endOtherSessions(query, id, "");
  });
  console.log(`已设置 ${email} 的密码，其设备已退出登录（password set, sessions ended）`);
}

async function linkSubject({ db, config }: Site, email: string, subject: string): Promise<void> {
  const linked = fullSubject(config, subject);
  await db.write(async (query) => {
    const { id } = await findUser(query, email);
    await putSubject(query, id, linked);
  });
  console.log(`已关联 ${email} 与 ${linked}（linked）`);
}

async function putSubject(db: Query, userId: number, subject: string): Promise<void> {
  const taken = await db.get(sql`select 1 as one from users
    where subject = ${subject} and id <> ${userId}`);
  if (taken !== undefined) throw new StartError(`${subject} 已关联其他用户（already linked）`);
  await db.run(sql`update users set subject = ${subject} where id = ${userId}`);
}

/** A subject means something only together with its issuer. */
function fullSubject({ auth: settings }: Config, subject: string): string {
  if (settings.mode === "open" || !("jwksUrl" in settings)) {
    throw new StartError(
      "请先设置 AUTH=jwt、JWT_JWKS_URL、JWT_ISSUER 和 JWT_AUDIENCE（set the provider first）",
    );
  }
  return subjectText(settings.issuer, subject);
}

async function disableUser(
  { db }: Site,
  email: string,
  { undo }: { undo: boolean },
): Promise<void> {
  await db.write(async (query) => {
    const { id } = await findUser(query, email);
    const at = undo ? null : new Date().toISOString();
    await query.run(sql`update users set disabled_at = ${at} where id = ${id}`);
    if (undo) return;
    await endOtherSessions(query, id, "");
    await query.run(sql`delete from tokens where user_id = ${id}`);
    await endInvitations(query, id);
  });
  console.log(undo ? `${email} 可以登录了（may sign in）` : `${email} 已不能登录（disabled）`);
}

/** For who has lost the phone: the password alone signs in again, and the phone is signed out. */
async function resetFactor(
  { db }: Site,
  email: string,
  { passkeys }: { passkeys: boolean },
): Promise<void> {
  await db.write(async (query) => {
    const { id } = await findUser(query, email);
    const entry = { userId: id, address: "", detail: "fenming user reset-factor" } as const;
    const now = Date.now();
    if (await removeFactor(query, id)) {
      await noteEvent(query, { ...entry, event: "second-factor-off" }, now);
    }
    const gone = passkeys ? await query.run(sql`delete from passkeys where user_id = ${id}`) : 0;
    if (gone > 0) await noteEvent(query, { ...entry, event: "passkey-removed" }, now);
    await endOtherSessions(query, id, "");
  });
  console.log(
    passkeys
      ? `已移除 ${email} 的两步验证与通行密钥，其设备已退出登录（second factor and passkeys removed, sessions ended）`
      : `已移除 ${email} 的两步验证，其设备已退出登录（second factor removed, sessions ended）`,
  );
}

async function invite({ db }: Site): Promise<void> {
  console.log(await db.write((query) => makeInvitation(query, Date.now())));
}

async function createToken(
  { db }: Site,
  email: string,
  { name, scopes, days }: { name: string; scopes: string; days: string },
): Promise<void> {
  const wanted = scopes.split(",").map((scope) => scope.trim());
  if (!wanted.every((scope) => SCOPES.includes(scope as Scope))) {
    throw new StartError("--scopes 必须是 create、read、write 中的一个或几个，用逗号隔开");
  }
  if (!/^[1-9]\d{0,3}$/.test(days) || Number(days) > 3650) {
    throw new StartError("--days 必须是 1 到 3650 的整数（1 to 3650）");
  }
  const made = await db.write(async (query) => {
    const user = await findUser(query, email);
    if (user.disabledAt !== null) throw new StartError(`${email} 已禁用（disabled）`);
    const wish = { name, scopes: wanted as Scope[], expiresInDays: Number(days) };
    return makeToken(query, user.id, wish, Date.now());
  });
  console.log(made.token);
}
