/** What the types must not let pass: each line that expects an error has one. */
import { clientOf } from "./client.ts";

const call = clientOf("http://localhost");
const shared = { userId: 1, accountId: 1, amount: 1, date: "2026-03-15" };

// @ts-expect-error there is no such path
call("get", "/api/nothing");
// @ts-expect-error a record needs type and category, or the expense that it gives back
call("post", "/api/records", { body: { ...shared, type: "expense" } });
// @ts-expect-error an amount is a number
call("put", "/api/budgets/{id}", { params: { id: 1 }, body: { amount: "1" } });
// @ts-expect-error an account has a type of three
call("post", "/api/accounts", { body: { userId: 1, name: "x", type: "gold" } });
// @ts-expect-error a name is not cleared by a number
call("put", "/api/accounts/{id}", { params: { id: 1 }, body: { name: 1 } });
// @ts-expect-error answers hold what the document names
call("get", "/api/accounts", { query: { userId: 1 } }).then((found) => found[0]?.secret);
