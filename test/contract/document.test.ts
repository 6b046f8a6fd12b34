/**
 * The document against the service: what it allows is taken, or refused by a rule that it names; what it
 * forbids is refused and changes nothing. Requests are made from the document alone, so that it and the
 * validators cannot part unseen.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { type MessageKey, messages } from "../../src/contract/messages.ts";
import { refusals } from "../../src/contract/openapi-refusals.ts";
import { type Answer, onEveryEngine, type TestApp } from "../harness/app.ts";
import { during, made } from "../harness/book.ts";
import { breachesOf, type Known, type Schema, wholeOnes } from "../harness/from-schema.ts";
import { type Furnished, furnish, newUser } from "../harness/furnished.ts";
import { furnishSignIn } from "../harness/furnished-sign-in.ts";
import { checkedAnswers } from "../harness/openapi.ts";
import {
  BILL,
  type Operation,
  operationsOf,
  requestsFor,
  type Sent,
  sendTo,
  wrongTextsOf,
} from "../harness/operations.ts";
import { assertProved } from "../harness/proof.ts";
import { everyRow } from "../harness/rows.ts";
import { ownSignIn } from "../harness/sign-in.ts";

type Mode = "open" | "jwt";

/** Requests an operation that the document allows, by engine and mode. */
const ALLOWED = { sqlite: { open: 25, jwt: 4 }, postgres: { open: 6, jwt: 0 } };
/** What is read of a request is the same on every engine: with sign-in one of them is enough. */
const MODES = { sqlite: ["open", "jwt"], postgres: ["open"] } as const;

const DAY_MS = 86_400_000;

/** A service whose days go by, so that what counts attempts forgets them from one operation to the next. */
async function service(t: TestContext, open: Open, mode: Mode) {
  let now = Date.UTC(2026, 2, 15, 4);
  const config = mode === "jwt" ? { ...ownSignIn(), devEndpoints: true } : {};
  const app = await during(t, open, { now: () => now, config });
  return {
    app,
    now: () => now,
    nextDay() {
      now += 2 * DAY_MS;
    },
  };
}

type Open = NonNullable<Parameters<typeof during>[1]>;

/** A book that the operation can do something with, and the file that it takes. */
async function bookFor(
  app: TestApp,
  operation: Operation,
  mode: Mode,
  now = Date.now(),
  furnishBook = furnish,
) {
  const { path } = operation;
  if (path !== "/api/book") {
    const furnished = await furnishBook(app, mode === "jwt", path.includes("import"));
    const signingIn = await furnishSignIn(app, operation.id, furnished.user, now);
    const known = { ...furnished.known, ...ofPath(path, furnished), ...signingIn };
    return { ...furnished, known, file: BILL };
  }
  const { userId, user } = await newUser(app, mode === "jwt");
  const credential = user?.headers ?? {};
  const { text } = await app.get(`/api/export?userId=${userId}&format=json`, credential);
  return { userId, credential, known: { userId: [userId] }, ids: {}, file: text };
}

/** Furnishes one book of each kind: enough for what changes nothing. With sign-in each operation has its own, since a day later nobody is signed in. */
function furnishOnce(mode: Mode): typeof furnish {
  if (mode === "jwt") return furnish;
  const books = new Map<boolean | undefined, Promise<Furnished>>();
  return (app, withUser, withImport) => {
    const book = books.get(withImport) ?? furnish(app, withUser, withImport);
    books.set(withImport, book);
    return book;
  };
}

/** What is known where it matters which: the ids that the path may name, and what must be new. */
function ofPath(path: string, { ids }: Furnished): Record<string, unknown[]> {
  const noun = path.startsWith("/api/history/acts") ? "acts" : (path.split("/")[2] as string);
  const makesUser = path === "/api/users" || path === "/api/auth/register";
  return {
    ...(ids[noun]?.length && { id: ids[noun] }),
    ...(path === "/api/changes" && { seconds: ["0"] }),
    ...(makesUser && { email: [] }),
    ...(path.startsWith("/api/plans") && OF_PLANS),
  };
}

/** Most of what a plan may say depends on the rest: this goes together. */
const OF_PLANS = {
  kind: ["reminder"],
  mode: ["confirm"],
  amountMode: ["ask"],
  every: [{ unit: "month" }],
  days: [[1]],
  startDate: ["2100-01-01"],
  endDate: ["2199-12-31"],
  due: ["2100-01-01", "2100-02-01", "2100-03-01"],
  from: ["2100-02-01", "2100-03-01"],
};

/** What a request that fits may never be told: the document would have said it. */
const OF_THE_SCHEMA: readonly MessageKey[] = [
  "missingFields",
  "wrongFields",
  "invalidField",
  "malformedJson",
  "bodyNotUtf8",
  "bodyNotObject",
  "wrongContentType",
  "bodyEncoded",
  "uploadBroken",
  "fileMissing",
  "keyInvalid",
];

/** Rules that no schema can say; the field's description does. */
const ONLY_IN_WORDS = [/存在的日期/, /Next-Cursor/, /说得清/, /existing date/, /must name one day/];

function saidBy(key: MessageKey, message: string): boolean {
  return Object.values(messages[key]).some((template) => {
    const parts = template
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${parts.join("[\\s\\S]*")}$`, "u").test(message);
  });
}

/** Fails unless the answer is a success, or a refusal by a rule that the document has for the operation. */
function assertNamed(operation: Operation, { status, message = "", text }: Answer): void {
  if (status === 200 || status === 304) return;
  const keys = refusals(operation.endpoint, operation.mode)[status] ?? [];
  const own = keys.filter((key) => !OF_THE_SCHEMA.includes(key));
  if (own.some((key) => saidBy(key, message))) return;
  for (const part of message.split(/；|; (?=[A-Z])/)) {
    const isInWords = ONLY_IN_WORDS.some((rule) => rule.test(part));
    assert.ok(isInWords && status === 400, `refused by no rule of the document: ${status} ${text}`);
  }
}

onEveryEngine("the document", (open, engine) => {
  for (const mode of MODES[engine]) {
    test(`${mode}: what it allows is taken, or refused by a rule that it names`, async (t) => {
      const { app, now, nextDay } = await service(t, open, mode);
      let cases = 0;
      for (const operation of operationsOf(mode)) {
        await t.test(operation.id, async () => {
          nextDay();
          const { known, credential, file } = await bookFor(app, operation, mode, now());
          let taken = 0;
          await fc.assert(
            fc.asyncProperty(allowedFor(operation, known), async (sent) => {
              cases += 1;
              const answer = await sendTo(app, operation, sent, credential, file);
              assertNamed(operation, answer);
              if (answer.status === 200) taken += 1;
            }),
            { numRuns: ALLOWED[engine][mode], endOnFailure: true },
          );
          if (operation.id === NEVER_TAKEN) return;
          for (const sent of fc.sample(allowedFor(operation, known, true), TRIES)) {
            if (taken > 0) break;
            const { status } = await sendTo(app, operation, sent, credential, file);
            if (status === 200) taken += 1;
          }
          assert.ok(taken > 0, "no request was taken");
        });
      }
      await assertProved(app);
      t.diagnostic(`${cases} requests that the document allows`);
    });

    test(`${mode}: what it forbids is refused and changes nothing`, async (t) => {
      const { app, now, nextDay } = await service(t, open, mode);
      const furnishBook = furnishOnce(mode);
      let cases = 0;
      for (const operation of operationsOf(mode)) {
        await t.test(operation.id, async () => {
          nextDay();
          const book = await bookFor(app, operation, mode, now(), furnishBook);
          const rows = () =>
            app.db.read((query) => everyRow(query, app.db.engine, ["throttles", "audit"]));
          const before = await rows();
          const broken = brokenRequests(operation, book);
          cases += broken.length;
          await inLots(broken, async ({ field, sent }) => {
            const answer = await sendTo(app, operation, sent, book.credential, book.file);
            if (answer.status === 400 && answer.message?.includes(field)) return;
            const what = JSON.stringify(sent).slice(0, 400);
            assert.fail(`${field}: ${what} was answered ${answer.status} ${answer.text}`);
          });
          assert.deepEqual(await rows(), before);
        });
      }
      t.diagnostic(`${cases} requests that the document forbids`);
      t.diagnostic(`${checkedAnswers()} answers checked so far`);
    });
  }

  test("a field that nobody reads is named in Ignored-Fields, and left out", async (t) => {
    const { app } = await service(t, open, "open");
    for (const operation of operationsOf("open")) {
      if (operation.isForm || !operation.responses[200]?.headers?.["Ignored-Fields"]) continue;
      const book = await bookFor(app, operation, "open");
      const unknown = fc.stringMatching(/^zz[a-z]{1,20}$/);
      const cases = fc.tuple(allowedFor(operation, book.known), unknown, fc.jsonValue());
      for (const [sent, name, value] of fc.sample(cases, 3)) {
        const body = { ...(sent.body as object), [name]: value };
        const answer = await sendTo(app, operation, { ...sent, body }, {}, book.file);
        assertNamed(operation, answer);
        assert.equal(answer.headers["ignored-fields"], name, `${operation.id} ${answer.text}`);
      }
    }
  });

  test("binary noise of an amount means its fen, where the field says so", async (t) => {
    const { app } = await service(t, open, "open");
    let fields = 0;
    for (const operation of operationsOf("open")) {
      const money = Object.entries(operation.body?.properties ?? {}).filter(([, schema]) =>
        decimalsOf(schema)?.description?.includes("0.000001"),
      );
      for (const [name] of money) {
        fields += 1;
        const { known } = await bookFor(app, operation, "open");
        const noise = fc.tuple(
          fc.integer({ min: 100, max: 99_999 }),
          fc.double({ min: -9e-7, max: 9e-7, noNaN: true }),
        );
        for (const [fen, off] of fc.sample(noise, 3)) {
          const plain = { ...known, "Idempotency-Key": [], updatedAt: [], [name]: [fen / 100] };
          const [sent] = fc.sample(requestsFor(operation, plain, true), 1) as [Sent];
          const body = { ...(sent.body as object), [name]: fen / 100 + off };
          const answer = await sendTo(app, operation, { ...sent, headers: {}, body }, {}, BILL);
          assertNamed(operation, answer);
          if (answer.status === 200 && name in answer.data) {
            assert.equal(answer.data[name], fen / 100, operation.id);
          }
        }
      }
    }
    assert.ok(fields >= 10);
  });

  test("POST /api/quick takes an empty text as left out", async (t) => {
    const { app } = await service(t, open, "open");
    const operation = operationsOf("open").find(({ id }) => id === "quick_create") as Operation;
    const { userId } = await bookFor(app, operation, "open");
    const optional = Object.keys(operation.body?.properties ?? {}).filter(
      (name) => name !== "userId" && name !== "text",
    );
    const said = { userId, text: "打车32 现金" };
    const read = async (body: object) => {
      const { record: _, ...data } = made(await app.post("/api/quick", body));
      return data;
    };
    // The first time the category is assumed; from then on the book knows it.
    await read(said);
    const plain = await read(said);
    for (const names of fc.sample(fc.subarray(optional, { minLength: 1 }), 8)) {
      const empty = Object.fromEntries(names.map((name) => [name, ""]));
      assert.deepEqual(await read({ ...said, ...empty }), plain);
    }
  });
});

/** So many at a time: what changes nothing needs no turn of its own, and waiting costs most of the time. */
const AT_ONCE = 16;

async function inLots<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) {
    await Promise.all(items.slice(at, at + AT_ONCE).map(work));
  }
}

/** There is nothing to cancel: what is asked here waits until its import has been read. */
const NEVER_TAKEN = "imports_cancel";

/** Until one is taken. */
const TRIES = 100;

function allowedFor(operation: Operation, known: Known, onlyKnown = false): fc.Arbitrary<Sent> {
  const requests = requestsFor(operation, known, onlyKnown);
  // A stream lasts as long as it is asked to.
  return operation.id === "changes_watch"
    ? requests.filter(({ query }) => query.seconds === "0")
    : requests;
}

/** The schema of money in a field, also of one that null clears. */
function decimalsOf(schema: Schema): Schema | undefined {
  return [schema, ...(schema.anyOf ?? [])].find((one) => one.multipleOf !== undefined);
}

interface Broken {
  /** What the refusal must speak of. */
  field: string;
  sent: Sent;
}

/** Requests that are right but for one place: every place of the operation, with all that may be wrong there. */
function brokenRequests(operation: Operation, { known }: Pick<Furnished, "known">): Broken[] {
  const [right] = fc.sample(requestsFor(operation, known, true), 1) as [Sent];
  const found = brokenParameters(operation, right);
  const { body } = operation;
  if (body === undefined) return found;
  for (const whole of wholeOnes(body, known).flatMap((one) => fc.sample(one, 1))) {
    const sent = { ...right, body: whole };
    found.push(...(operation.isForm ? brokenForms(body, sent) : brokenBodies(operation, sent)));
  }
  return found;
}

/** Where nothing narrows the answer, a header that is wrong is no header. */
const JUDGED_HEADERS = ["Idempotency-Key"];

function brokenParameters({ parameters }: Operation, sent: Sent): Broken[] {
  return parameters.flatMap(
    ({ name, in: location, schema, required, allowEmptyValue }): Broken[] => {
      if (location === "header") {
        if (!JUDGED_HEADERS.includes(name)) return [];
        const wrong = ["a b", "x".repeat(201), "钥匙"];
        return wrong.map((text) => ({
          field: name,
          sent: { ...sent, headers: { ...sent.headers, [name]: text } },
        }));
      }
      const isOptional = !required && allowEmptyValue === true;
      const right = sent[location][name] ?? String(schema.examples?.[0] ?? "1");
      const wrong = wrongTextsOf(schema, isOptional, String(right)).filter(
        (text) => text !== "" || location === "query",
      );
      const withText = (text: string | string[]) => ({
        field: name,
        sent: { ...sent, [location]: { ...sent[location], [name]: text } },
      });
      const found = wrong.map(withText);
      if (location === "query") found.push(withText([String(right), String(right)]));
      if (location === "query" && required) {
        const { [name]: _, ...query } = sent.query;
        found.push({ field: name, sent: { ...sent, query } });
      }
      return found;
    },
  );
}

function brokenForms({ properties = {}, required = [] }: Schema, sent: Sent): Broken[] {
  const fields = sent.body as Record<string, unknown>;
  return Object.entries(properties).flatMap(([name, schema]) => {
    const right = String(fields[name]);
    const wrong: unknown[] = wrongTextsOf(schema, !required.includes(name), right);
    return [...wrong, [right, right]].map((value) => ({
      field: name,
      sent: { ...sent, body: { ...fields, [name]: value } },
    }));
  });
}

function brokenBodies({ body, bodyRequired, endpoint }: Operation, sent: Sent): Broken[] {
  const found = breachesOf(body as Schema, sent.body)
    .filter(({ value }) => !endpoint.emptyIsLeftOut || !JSON.stringify(value).includes('""'))
    .map(({ path, value }) => ({
      field: /^\w*/.exec(path)?.[0] ?? "",
      sent: { ...sent, body: value },
    }));
  if (bodyRequired) {
    const [first = ""] = (body?.oneOf?.[0] ?? body)?.required ?? [];
    found.push({ field: first, sent: { ...sent, body: undefined } });
  }
  return found;
}
