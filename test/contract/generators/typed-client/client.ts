/**
 * A client as somebody would write it over the types that openapi-typescript makes of the document: it
 * makes, lists and changes every noun. The test compiles it against those types, and runs it.
 */
import type { paths } from "./api.d.ts";

type Method = "get" | "post" | "put" | "delete";
type Operation<Path extends keyof paths, Verb extends Method> = paths[Path][Verb];

/** What the operation takes as JSON. */
type Body<O> = O extends { requestBody?: { content: { "application/json": infer Taken } } }
  ? Taken
  : undefined;
/** `data` of its answer. */
type Data<O> = O extends {
  responses: { 200: { content: { "application/json": { data: infer Given } } } };
}
  ? Given
  : never;
type Part<O, Name extends string> = O extends {
  parameters: { [name in Name]?: infer Given };
}
  ? NonNullable<Given>
  : never;

export function clientOf(base: string) {
  return async function call<Verb extends Method, Path extends keyof paths>(
    method: Verb,
    path: Path,
    {
      params = {},
      query = {},
      body,
    }: {
      params?: Record<string, number>;
      query?: Partial<Part<Operation<Path, Verb>, "query">>;
      body?: Body<Operation<Path, Verb>>;
    } = {},
  ): Promise<Data<Operation<Path, Verb>>> {
    const filled = String(path).replace(/\{(\w+)\}/g, (_, name) => String(params[name]));
    const text = new URLSearchParams(query as Record<string, string>).toString();
    const answer = await fetch(`${base}${filled}${text === "" ? "" : `?${text}`}`, {
      method: method.toUpperCase(),
      ...(body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    const { success, data, message } = await answer.json();
    if (!success) throw new Error(`${method} ${String(path)}: ${message}`);
    return data;
  };
}

/** Makes, lists and changes one of each; answers how many of each there are. */
export async function useEverything(base: string): Promise<Record<string, number>> {
  const call = clientOf(base);
  const user = await call("post", "/api/users", {
    body: { name: "小明", email: "client@example.com" },
  });
  const mine = { query: { userId: user.id } } as const;
  const cash = await call("post", "/api/accounts", {
    body: { userId: user.id, name: "现金", type: "cash", balance: 100 },
  });
  const bank = await call("post", "/api/accounts", {
    body: { userId: user.id, name: "招商银行", type: "bank", color: null },
  });
  await call("put", "/api/accounts/{id}", { params: { id: cash.id }, body: { name: "钱包" } });

  const shared = { userId: user.id, accountId: cash.id, date: "2026-03-15" };
  const record = await call("post", "/api/records", {
    body: { ...shared, type: "expense", amount: 35.5, category: "餐饮" },
  });
  await call("post", "/api/records", { body: { ...shared, amount: 5, refundOf: record.id } });
  await call("put", "/api/records/{id}", {
    params: { id: record.id },
    body: { amount: 36, description: null },
  });
  const transfer = await call("post", "/api/transfers", {
    body: {
      userId: user.id,
      fromAccountId: cash.id,
      toAccountId: bank.id,
      amount: 20,
      fee: 0.1,
      date: "2026-03-15",
    },
  });
  await call("put", "/api/transfers/{id}", { params: { id: transfer.id }, body: { fee: null } });
  const budget = await call("post", "/api/budgets", {
    body: { userId: user.id, category: "餐饮", amount: 500, month: "2026-03" },
  });
  await call("put", "/api/budgets/{id}", { params: { id: budget.id }, body: { amount: 600 } });
  const rule = await call("post", "/api/rules", {
    body: { userId: user.id, text: "瑞幸", category: "餐饮" },
  });
  await call("put", "/api/rules/{id}", { params: { id: rule.id }, body: { minAmount: 1 } });
  const adjustment = await call("post", "/api/adjustments", { body: { ...shared, amount: -1.5 } });
  await call("put", "/api/adjustments/{id}", {
    params: { id: adjustment.id },
    body: { description: "零钱" },
  });
  const checkpoint = await call("post", "/api/accounts/{id}/checkpoints", {
    params: { id: cash.id },
    body: { date: "2026-03-31", balance: 47.5 },
  });
  await call("put", "/api/checkpoints/{id}", {
    params: { id: checkpoint.id },
    body: { note: "对账单" },
  });
  const summary = await call("get", "/api/dashboard/summary", mine);
  const changes = await call("get", "/api/history", mine);
  return {
    users: (await call("get", "/api/users")).length,
    accounts: summary.accounts.filter(({ balance }) => Number.isFinite(balance)).length,
    records: (await call("get", "/api/records", mine)).filter(({ account }) => account?.name)
      .length,
    transfers: (await call("get", "/api/transfers", mine)).length,
    budgets: (await call("get", "/api/budgets", mine)).length,
    rules: (await call("get", "/api/rules", mine)).length,
    adjustments: (await call("get", "/api/adjustments", mine)).length,
    checkpoints: (await call("get", "/api/accounts/{id}/checkpoints", { params: { id: cash.id } }))
      .length,
    changes: changes.filter(({ version }) => version.userId === user.id).length,
  };
}
