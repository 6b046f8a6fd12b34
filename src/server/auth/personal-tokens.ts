import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type AccessToken, DEFAULT_TOKEN_DAYS, SCOPES, type Scope } from "../../contract/tokens.ts";
import { type Day, dayOf, instantAt } from "../../ledger/calendar.ts";
import type { Db, Query } from "../../store/db.ts";
import { selectList } from "../../store/names.ts";
import { sql } from "../../store/sql.ts";
import type { Caller, Claim } from "../handler/caller.ts";
import type { Handlers } from "../handler/context.ts";
import type { Stored } from "../handler/stored.ts";
import { noteEvent } from "./audit.ts";
import type { ReadToken } from "./authenticate.ts";
import { tokenExpired, tokenInvalid } from "./bearer-errors.ts";
import { hashToken, makeUserToken, randomText, readUserToken } from "./opaque-tokens.ts";
import { VerifiedTokens } from "./verified-token-cache.ts";

const PREFIX = "fmp";
const MAX_TOKENS = 100;
const DAY_MS = 86_400_000;

const FIELDS = ["id", "name", "scopes", "createdAt", "expiresAt", "lastUsedDay"] as const;
type TokenRow = Omit<Stored<AccessToken, (typeof FIELDS)[number]>, "scopes" | "lastUsedDay"> & {
  scopes: string;
  lastUsedDay: Day | null;
};
const tokenFields = selectList(FIELDS);

export const tokenHandlers: Handlers<(typeof contract)["tokens"]> = {
  async list({ db, userId }) {
    const rows = await db.all<TokenRow>(
      sql`select ${tokenFields} from tokens where user_id = ${userId} order by id`,
    );
    return rows.map(presentToken);
  },

  async create({ db, userId, now, address }, { body }) {
    const made = await makeToken(db, userId, body, now);
    await noteEvent(db, { userId, event: "token-created", address, detail: body.name }, now);
    return made;
  },

  async remove({ db, userId, now, address }, { params }) {
    const row = await db.get<{ name: string }>(sql`delete from tokens
      where user_id = ${userId} and id = ${params.id} returning name`);
    if (row === undefined) throw new Refusal(404, "tokenNotFound");
    await noteEvent(db, { userId, event: "token-deleted", address, detail: row.name }, now);
    return null;
  },
};

/** Makes a token; what is answered is the only time that it is seen. */
export async function makeToken(
  db: Query,
  userId: number,
  wanted: { name: string; scopes: Scope[]; expiresInDays?: number },
  now: number,
): Promise<AccessToken & { token: string }> {
  const held = await db.get<{ count: number }>(
    sql`select count(*) as count from tokens where user_id = ${userId}`,
  );
  if (held && held.count >= MAX_TOKENS) {
    throw new Refusal(400, "tooManyTokens", { count: MAX_TOKENS });
  }
  const token = makeUserToken(PREFIX, userId, randomText());
  const scopes = SCOPES.filter((scope) => wanted.scopes.includes(scope));
  const expires = now + (wanted.expiresInDays ?? DEFAULT_TOKEN_DAYS) * DAY_MS;
  const row = (await db.get<TokenRow>(sql`
    insert into tokens (user_id, name, hash, scopes, created_at, expires_at)
    values (${userId}, ${wanted.name}, ${hashToken(token)}, ${scopes.join(" ")},
      ${instantAt(now)}, ${instantAt(expires)})
    returning ${tokenFields}`)) as TokenRow;
  return { ...presentToken(row), token };
}

function presentToken({ scopes, lastUsedDay, ...row }: TokenRow): AccessToken {
  return { ...row, scopes: scopesOf(scopes), lastUsedDay: lastUsedDay ?? undefined };
}

function scopesOf(text: string): Scope[] {
  return text.split(" ") as Scope[];
}

/** How long a token is not asked again whether this is its first use of the day. */
const NOTED_MS = 60_000;

/**
 * Reads personal access tokens. The claim is proved by the token's own row in each request's
 * transaction, so that a revoked token is refused at once, on every node. The first use of a day is
 * noted before the request is served.
 */
export function readPersonalToken(db: Db, zone: string): ReadToken {
  const noted = new VerifiedTokens<Claim>();
  return (token, now, address) => {
    if (!token.startsWith(`${PREFIX}_`)) return undefined;
    const known = noted.get(token, now);
    if (known !== undefined) return Promise.resolve(known);
    const named = readUserToken(PREFIX, token);
    if (named === undefined) return undefined;
    const { userId } = named;
    const hash = hashToken(token);
    const note = async () => {
      await noteUse(db, { userId, hash, day: dayOf(now, zone), address }, now);
      const claim: Claim = {
        userId,
        prove: (query, at) => proveToken(query, userId, hash, at),
      };
      noted.set(token, claim, now + NOTED_MS);
      return claim;
    };
    return note();
  };
}

async function proveToken(db: Query, userId: number, hash: string, now: number): Promise<Caller> {
  const row = await findToken(db, userId, hash);
  if (row === undefined) throw tokenInvalid();
  if (row.expiresAt <= instantAt(now)) throw tokenExpired();
  return { userId, by: "token", name: row.name, scopes: scopesOf(row.scopes) };
}

function findToken(db: Query, userId: number, hash: string): Promise<TokenRow | undefined> {
  return db.get<TokenRow>(
    sql`select ${tokenFields} from tokens where user_id = ${userId} and hash = ${hash}`,
  );
}

interface Use {
  userId: number;
  hash: string;
  day: Day;
  address: string;
}

async function noteUse(db: Db, { userId, hash, day, address }: Use, now: number): Promise<void> {
  const row = await db.read((query) => findToken(query, userId, hash));
  if (row === undefined) throw tokenInvalid();
  if (row.expiresAt <= instantAt(now) || row.lastUsedDay === day) return;
  await db.write(async (query) => {
    const first = await query.run(sql`update tokens set last_used_day = ${day}
      where user_id = ${userId} and hash = ${hash}
        and (last_used_day is null or last_used_day <> ${day})`);
    if (first === 1) {
      await noteEvent(query, { userId, event: "token-used", address, detail: row.name }, now);
    }
  });
}
