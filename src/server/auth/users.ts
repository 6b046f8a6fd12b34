import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { User } from "../../contract/users.ts";
import type { Query } from "../../store/db.ts";
import { selectList } from "../../store/names.ts";
import { empty, sql } from "../../store/sql.ts";
import { nowInstant } from "../book/balances.ts";
import { ANYBODY } from "../handler/caller.ts";
import type { Context, Handlers } from "../handler/context.ts";
import { answerRows } from "../handler/in-turns.ts";

const userFields = selectList(["id", "name", "email", "createdAt", "updatedAt"]);

export const userHandlers: Handlers<(typeof contract)["users"]> = {
  async create(ctx, { body }) {
    const user = await insertUser(ctx, body);
    if (user === undefined) throw new Refusal(400, "emailTaken");
    return user;
  },

  /** Everybody in open mode, oneself where there is sign-in. */
  async list({ db, caller }) {
    const own = caller === ANYBODY ? empty : sql`where id = ${caller.userId}`;
    return answerRows<User>(db, sql`select ${userFields} from users ${own} order by id`, (user) =>
      JSON.stringify(user),
    );
  },
};

/** A user who is known to exist. */
export async function getUser(db: Query, userId: number): Promise<User> {
  const user = await db.get<User>(sql`select ${userFields} from users where id = ${userId}`);
  if (user === undefined) throw new Refusal(404, "userNotFound");
  return user;
}

/** Adds a user with an empty book. Undefined when the email is taken, whatever its case (R1). */
export async function insertUser(
  ctx: Pick<Context, "db" | "now">,
  user: { name: string; email: string },
): Promise<User | undefined> {
  const email = user.email.trim();
  const now = nowInstant(ctx);
  const made = await ctx.db.get<User>(sql`
    insert into users (name, email, email_folded, created_at, updated_at)
    values (${user.name}, ${email}, ${email.toLowerCase()}, ${now}, ${now})
    on conflict (email_folded) do nothing
    returning ${userFields}`);
  if (made === undefined) return undefined;
  await ctx.db.run(sql`insert into revisions (user_id, revision) values (${made.id}, 1)`);
  return made;
}

/** Refuses with 404 when the request's user does not exist (decisions G3). */
export async function requireUser({ db, userId }: Context): Promise<void> {
  const user = await db.get(sql`select 1 as one from users where id = ${userId}`);
  if (user === undefined) throw new Refusal(404, "userNotFound");
}

/** An identity provider's subject as it is kept: subjects of another issuer are other people. */
export function subjectText(issuer: string, subject: string): string {
  return `${issuer} ${subject}`;
}
