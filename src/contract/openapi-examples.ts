/** Examples of answers and of what they refuse, made from the schemas that the answers have. */
import type { TSchema } from "typebox";
import { type Endpoint, propertiesOf, requiredOf } from "./endpoint.ts";
import { messages, type Words } from "./messages.ts";

/** The text of a field whose schema shows none; a field is called the same wherever it stands. */
const TEXTS = new Map(
  Object.entries({
    accessToken: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl",
    address: "192.168.1.7",
    asked: "similar",
    category: "餐饮",
    categoryReason: "商户词典“瑞幸”",
    code: "similar",
    color: "#1890FF",
    counterparty: "瑞幸咖啡",
    currency: "CNY",
    description: "和同事吃午饭",
    device: "Mozilla/5.0",
    email: "xiaoming@example.com",
    encoding: "utf-8",
    externalId: "4200001234202602030001",
    fileName: "微信支付账单.csv",
    format: "wechat",
    from: "2026-02-03",
    label: "支出",
    layout: "csv",
    month: "2026-03",
    months: "2026-03",
    name: "招商银行",
    owner: "小明",
    provider: "wechat",
    refreshToken: "c2Vzc2lvbg.c2VjcmV0",
    status: "支付成功",
    text: "瑞幸",
    time: "2026-02-03 12:01:07",
    title: "微信支付账单",
    to: "2026-02-04",
    token: "fm_c2VjcmV0",
  }),
);

interface Shown {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  minimum?: number;
  items?: TSchema;
  properties?: Record<string, TSchema>;
  required?: string[];
  anyOf?: TSchema[];
}

/** A value that fits the schema; `name` is what the field is called. Of an object, what it always has. */
function exampleValue(schema: TSchema, name = ""): unknown {
  const shown = schema as Shown;
  const { properties, items, anyOf, required = [] } = shown;
  const given = shown.examples?.[0] ?? shown.enum?.[0] ?? shown.const;
  if (given !== undefined) return given;
  if (anyOf?.[0]) return exampleValue(anyOf[0], name);
  if (items) return [exampleValue(items, name)];
  if (properties) {
    const always = Object.entries(properties).filter(([inner]) => required.includes(inner));
    return Object.fromEntries(always.map(([inner, field]) => [inner, exampleValue(field, inner)]));
  }
  return plainValue(shown, name);
}

function plainValue({ type, minimum = 1 }: Shown, name: string): unknown {
  if (type === "string") return TEXTS.get(name) ?? name;
  if (type === "integer" || type === "number") return minimum;
  if (type === "boolean") return true;
  return type === "object" ? {} : null;
}

/** The envelope of a success. */
export function exampleAnswer({ returns, done }: Endpoint): object {
  return {
    success: true,
    data: exampleValue(returns),
    ...(done && { message: messages[done].zh }),
  };
}

/** What stands in a refusal of one of the endpoint's own fields; nothing where it has none. */
export function ownField({ body, query, params }: Endpoint): Record<string, string | Words> {
  for (const part of [body, query, params]) {
    const required = requiredOf(part);
    const fields = Object.entries(propertiesOf(part)) as [
      string,
      { label?: Words; rule?: Words },
    ][];
    // The owner is in most requests: a field of its own says more.
    const [field, schema] =
      fields.find(([name]) => name !== "userId" && required.includes(name)) ?? fields.at(-1) ?? [];
    if (field !== undefined && schema?.label && schema.rule) {
      return { field, fields: field, label: schema.label, rule: schema.rule };
    }
  }
  return {};
}
