import { type Rule as BillRule, readPattern } from "../../bills/categories/rules.ts";
import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Rule } from "../../contract/rules.ts";
import { selectList } from "../../store/names.ts";
import { sql } from "../../store/sql.ts";
import { requireUser } from "../auth/users.ts";
import { nowInstant, requireAccounts } from "../book/balances.ts";
import type { Context, Handlers } from "../handler/context.ts";
import { allInTurns, answerRows, mapInTurns } from "../handler/in-turns.ts";
import { fenOf } from "../handler/money-json.ts";
import { presenter, type Stored } from "../handler/stored.ts";

const FIELDS = [
  "id",
  "userId",
  "state",
  "field",
  "match",
  "text",
  "minAmount",
  "maxAmount",
  "onlyKind",
  "category",
  "accountId",
  "kind",
  "createdAt",
  "updatedAt",
] as const;
export type RuleRow = Stored<Rule, (typeof FIELDS)[number]>;
const ruleFields = selectList(FIELDS);
const presentRule = presenter<Rule>(FIELDS);

export const ruleHandlers: Omit<Handlers<(typeof contract)["rules"]>, "run"> = {
  async list({ db, userId }) {
    const rules = sql`select ${ruleFields} from rules where user_id = ${userId} order by id`;
    return answerRows(db, rules, (row: RuleRow) => JSON.stringify(presentRule(row)));
  },

  async get(ctx, { params }) {
    return presentRule(await getRule(ctx, params.id));
  },

  async create(ctx, { body }) {
    await requireUser(ctx);
    const now = nowInstant(ctx);
    const rule: RuleRow = {
      id: 0,
      userId: ctx.userId,
      state: body.state ?? "active",
      field: body.field ?? "any",
      match: body.match ?? "contains",
      text: body.text,
      minAmount: body.minAmount === undefined ? null : fenOf(body.minAmount),
      maxAmount: body.maxAmount === undefined ? null : fenOf(body.maxAmount),
      onlyKind: body.onlyKind ?? null,
      category: body.category ?? null,
      accountId: body.accountId ?? null,
      kind: body.kind ?? null,
      createdAt: now,
      updatedAt: now,
    };
    await checkRule(ctx, rule);
    return presentRule(await insertRule(ctx, rule));
  },

  async update(ctx, { params, body }) {
    const old = await getRule(ctx, params.id);
    const next: RuleRow = { ...old, ...given(body) };
    if (FIELDS.every((field) => next[field] === old[field])) return presentRule(old);
    await checkRule(ctx, next);
    const updated = await ctx.db.get<RuleRow>(sql`
      update rules set state = ${next.state}, field = ${next.field}, match = ${next.match},
        text = ${next.text}, min_amount = ${next.minAmount}, max_amount = ${next.maxAmount},
        only_kind = ${next.onlyKind ?? null}, category = ${next.category},
        account_id = ${next.accountId}, kind = ${next.kind ?? null},
        updated_at = ${nowInstant(ctx)}
      where user_id = ${ctx.userId} and id = ${params.id} returning ${ruleFields}`);
    if (updated === undefined) throw new Refusal(404, "ruleNotFound");
    return presentRule(updated);
  },

  async remove(ctx, { params }) {
    const removed = await ctx.db.run(
      sql`delete from rules where user_id = ${ctx.userId} and id = ${params.id}`,
    );
    if (removed === 0) throw new Refusal(404, "ruleNotFound");
    return null;
  },
};

type Change = Parameters<(typeof ruleHandlers)["update"]>[1]["body"];

/** The fields that a request gives, amounts in fen. */
function given({
  userId: _,
  updatedAt: __,
  minAmount,
  maxAmount,
  ...rest
}: Change): Partial<RuleRow> {
  return {
    ...rest,
    ...(minAmount !== undefined && { minAmount: minAmount === null ? null : fenOf(minAmount) }),
    ...(maxAmount !== undefined && { maxAmount: maxAmount === null ? null : fenOf(maxAmount) }),
  } as Partial<RuleRow>;
}

async function checkRule(ctx: Context, rule: RuleRow): Promise<void> {
  if (rule.match === "pattern" && readPattern(rule.text) === undefined) {
    throw new Refusal(400, "patternInvalid");
  }
  const { minAmount, maxAmount } = rule;
  if (minAmount !== null && maxAmount !== null && minAmount > maxAmount) {
    throw new Refusal(400, "ruleAmountsReversed");
  }
  if (rule.category === null && rule.accountId === null && rule.kind === null) {
    throw new Refusal(400, "ruleWithoutOutcome");
  }
  if (rule.accountId !== null) await requireAccounts(ctx, [rule.accountId]);
}

/** Adds a rule behind all others. */
export async function insertRule({ db, userId }: Context, rule: RuleRow): Promise<RuleRow> {
  const made = await db.get<RuleRow>(sql`
    insert into rules (user_id, state, field, match, text, min_amount, max_amount, only_kind,
      category, account_id, kind, created_at, updated_at)
    values (${userId}, ${rule.state}, ${rule.field}, ${rule.match}, ${rule.text},
      ${rule.minAmount}, ${rule.maxAmount}, ${rule.onlyKind ?? null}, ${rule.category},
      ${rule.accountId}, ${rule.kind ?? null}, ${rule.createdAt}, ${rule.updatedAt})
    returning ${ruleFields}`);
  return made as RuleRow;
}

async function getRule({ db, userId }: Context, id: number): Promise<RuleRow> {
  const rule = await db.get<RuleRow>(
    sql`select ${ruleFields} from rules where user_id = ${userId} and id = ${id}`,
  );
  if (rule === undefined) throw new Refusal(404, "ruleNotFound");
  return rule;
}

/** The rules that act, in the order in which they are tried, as the bill readers take them. */
export async function listActiveRules({ db, userId }: Context): Promise<BillRule[]> {
  const rows = await allInTurns<RuleRow>(
    db,
    sql`select ${ruleFields} from rules
    where user_id = ${userId} and state = 'active' order by id`,
  );
  return mapInTurns(rows, ({ id, field, match, text, ...row }) => ({
    id,
    field,
    match,
    text,
    ...(row.minAmount !== null && { minAmount: row.minAmount }),
    ...(row.maxAmount !== null && { maxAmount: row.maxAmount }),
    ...(row.onlyKind && { onlyKind: row.onlyKind }),
    ...(row.category !== null && { category: row.category }),
    ...(row.accountId !== null && { accountId: row.accountId }),
    ...(row.kind && { kind: row.kind }),
  }));
}
