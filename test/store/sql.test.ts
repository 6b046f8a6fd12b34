/** The tag of the statements: texts, values, and one form for one place of the code. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bulk, empty, join, raw, type Sql, sql } from "../../src/store/sql.ts";

const told = ({ shape, values }: Sql) => [shape.marks, shape.numbers, values];

test("values stand apart from the text, also those of fragments", () => {
  const where = sql`user_id = ${7} and day >= ${"2026-01-01"}`;
  const more = sql` and id in (${join([1, 2, 3])})`;
  assert.deepEqual(
    told(sql`select ${raw("a, b")} from t where ${where}${more}${empty} limit ${9}`),
    [
      "select a, b from t where user_id = ? and day >= ? and id in (?,?,?) limit ?",
      "select a, b from t where user_id = $1 and day >= $2 and id in ($3,$4,$5) limit $6",
      [7, "2026-01-01", 1, 2, 3, 9],
    ],
  );
  assert.deepEqual(
    told(
      sql`values ${bulk([
        [1, "';--"],
        [null, undefined],
      ])}`,
    ),
    ["values (?,?),(?,?)", "values ($1,$2),($3,$4)", [1, "';--", null, undefined]],
  );
  assert.deepEqual(told(join([sql`a = ${1}`, sql`b = ${2}`], " or ", "(", ")")), [
    "(a = ? or b = ?)",
    "(a = $1 or b = $2)",
    [1, 2],
  ]);
  assert.throws(() => join([]), TypeError);
});

test("one place of the code has one form, whatever the values", () => {
  const ask = (id: number, more: Sql) => sql`select 1 where id = ${id}${more}`;
  const newest = () => sql` order by id`;
  assert.equal(ask(1, empty).shape, ask(2, empty).shape);
  assert.equal(ask(1, newest()).shape, ask(2, newest()).shape);
  assert.notEqual(ask(1, empty).shape, ask(1, newest()).shape);
  assert.notEqual(join([1, 2]).shape, join([1, 2, 3]).shape);
  // The same words at another place are another form with the same text.
  assert.equal(sql`select ${1}`.shape.marks, sql`select ${1}`.shape.marks);
});

test("more forms than are kept are only built anew", () => {
  for (let length = 1; length <= 2500; length += 1) {
    const list = join(Array.from({ length }, (_, index) => index));
    assert.equal(sql`in (${list})`.shape.marks, `in (${"?,".repeat(length - 1)}?)`);
  }
});
