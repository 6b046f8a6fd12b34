import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FORMATS, roleOf } from "../../src/bills/formats.ts";

/**
 * Whose clock each format writes, who writes it, and where its numbers are unique. A new format is not
 * read until it stands here: a wrong clock moves every row by hours, without a word.
 */
const TRAITS: Record<string, string> = {
  "china wallet global": "alipay wechat",
  "china shop global": "jd meituan",
  "china bank account": "icbc cmb ccb abc boc bocom citic cgb spdb cib pab hsbc-hk securities",
  "china app account": "feidee qianji koudai",
  "local bank account": "ofx qif camt mt940",
  "local app account":
    "fenming gnucash gnucash-csv hledger-csv homebank iif beancount ledger ezbookkeeping firefly ynab mint actual copilot monarch cashew bluecoins realbyte",
};

describe("the formats", () => {
  test("each says its clock, its role and the scope of its ids as decided", () => {
    const found: Record<string, string[]> = {};
    for (const { key, clock, role, ids } of FORMATS) {
      const traits = `${clock} ${role} ${ids}`;
      found[traits] = [...(found[traits] ?? []), key].sort();
    }
    const wanted = Object.entries(TRAITS).map(([traits, keys]) => [traits, keys.split(" ").sort()]);
    assert.deepEqual(found, Object.fromEntries(wanted));
  });

  test("a key is one format's only, and a format that is gone counts as a bank's", () => {
    const keys = FORMATS.map(({ key }) => key);
    assert.equal(new Set(keys).size, keys.length);
    assert.equal(roleOf("no-such-format"), "bank");
  });
});
