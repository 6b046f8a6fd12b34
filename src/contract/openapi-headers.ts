/** The headers of answers, as the OpenAPI document shows them. */
import { hasTag } from "./contract.ts";
import { type Endpoint, hasBook, propertiesOf, takesKey } from "./endpoint.ts";

type Json = Record<string, unknown>;

const header = (description: string, schema: Json = { type: "string" }) => ({
  description,
  schema,
});
const number = { type: "integer", minimum: 0 };

/** Every header that answers may have, by its name. */
export const COMMON_HEADERS = {
  ETag: header("这一版的标识，用于 If-None-Match 与 If-Match（validator of this version）"),
  "Next-Cursor": header(
    "下一页的 cursor；没有这个头就是最后一页（the cursor of the next page, if any）",
  ),
  "Idempotency-Replayed": header(
    "true：重放第一次的答复，没有再记（replayed, nothing was booked）",
  ),
  "Book-Revision": header("这次写入之后账本的版本（the book's revision after this write）", number),
  "History-Act": header(
    "这次改动在历史里的编号，可以撤销（the act by which it is taken back）",
    number,
  ),
  "Ignored-Fields": header("请求体里没有人读的字段（fields of the body that nobody reads）"),
  "Bill-Problem": header("账单为什么不能读，一个代码（why the bill cannot be read, as a code）"),
  "Content-Disposition": header("文件名（the name of the file）"),
  RateLimit: header("还剩几个请求，几秒后恢复（requests left, and seconds until there are more）"),
  "RateLimit-Policy": header(
    "请求频率的上限，设了 RATE_LIMIT 才有（the limit, where there is one）",
  ),
  "Retry-After": header("几秒后再试（seconds to wait）", number),
  "WWW-Authenticate": header("需要的凭证（the credential that is wanted）"),
} as const;

type HeaderName = keyof typeof COMMON_HEADERS;

/** Headers that may come, and those that come always. */
function headersOf(names: HeaderName[], always: HeaderName[] = []): Json {
  const shown = (name: HeaderName) =>
    always.includes(name)
      ? { ...COMMON_HEADERS[name], required: true }
      : { $ref: `#/components/headers/${name}` };
  return Object.fromEntries([...always, ...names].map((name) => [name, shown(name)]));
}

/** The headers of an answer that nothing has changed: the tag that the whole answer has. */
export function unchangedHeaders(endpoint: Endpoint): Json {
  return headersOf(limitHeaders(endpoint), ["ETag"]);
}

/** The headers of a success. */
export function answerHeaders(endpoint: Endpoint): Json {
  const { method, serve, body, query, answers } = endpoint;
  const isWrite = serve === "write" && method !== "GET";
  const changes = isWrite && hasBook(endpoint);
  const names: HeaderName[] = [];
  const always: HeaderName[] = [];
  if (hasTag(endpoint)) always.push("ETag");
  if ("cursor" in propertiesOf(query)) names.push("Next-Cursor");
  if (takesKey(endpoint)) names.push("Idempotency-Replayed");
  if (changes) names.push("Book-Revision");
  if (changes || (serve === "long" && method !== "GET")) names.push("History-Act");
  if (body) names.push("Ignored-Fields");
  if (answers?.includes("text/csv")) always.push("Content-Disposition");
  return headersOf([...names, ...limitHeaders(endpoint)], always);
}

/** What watches the service is not limited. */
function limitHeaders({ probe }: Endpoint): HeaderName[] {
  return probe ? [] : ["RateLimit", "RateLimit-Policy"];
}

/** The headers of a refusal. */
export function refusalHeaders(endpoint: Endpoint, status: number): Json {
  const names: HeaderName[] = [];
  const always: HeaderName[] = [];
  if (status === 412) always.push("ETag");
  if (status === 409 && "updatedAt" in propertiesOf(endpoint.body)) names.push("ETag");
  const isOfBody = status === 400 || status === 413;
  if (isOfBody && endpoint.refuses?.includes("billRefused")) names.push("Bill-Problem");
  if (status === 429) always.push("Retry-After");
  if (status === 503) names.push("Retry-After");
  if (status === 401) always.push("WWW-Authenticate");
  if (status === 403) names.push("WWW-Authenticate");
  if (endpoint.body) names.push("Ignored-Fields");
  return headersOf([...names, ...limitHeaders(endpoint)], always);
}
