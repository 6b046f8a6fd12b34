/**
 * The `Ignored-Fields` header: what a body holds that the endpoint does not know, so that a misspelt
 * name is seen. What GET answers of a resource may be sent back whole and is not spoken of (decisions G7).
 */
import type { TObject, TSchema } from "typebox";
import { endpoints } from "../../contract/contract.ts";
import { type Endpoint, propertiesOf } from "../../contract/endpoint.ts";

/** Names that one header holds, and characters of each. */
const AT_MOST = 20;
const LENGTH = 60;

/**
 * Returns what finds the header's value for a body; undefined when it has no unknown field, and where the
 * endpoint takes no body at all.
 */
export function ignoredFields(endpoint: Endpoint): (body: unknown) => string | undefined {
  if (endpoint.body === undefined) return () => undefined;
  const known = propertiesOf(endpoint.body);
  const shown = endpoint.method === "PUT" ? shownAt(endpoint.path) : {};
  return (body) => {
    const found: string[] = [];
    for (const name of Object.keys((body ?? {}) as object)) {
      if (name === "userId" || name in shown) continue;
      const schema = Object.hasOwn(known, name) ? known[name] : undefined;
      if (schema === undefined) found.push(name);
      else gather((body as Record<string, unknown>)[name], schema, name, found);
      if (found.length >= AT_MOST) break;
    }
    return found.length === 0 ? undefined : found.slice(0, AT_MOST).map(headerText).join(", ");
  };
}

/** What GET of the path answers. */
function shownAt(path: string): Record<string, TSchema> {
  const get = endpoints().find(
    ({ endpoint }) => endpoint.method === "GET" && endpoint.path === path,
  );
  return propertiesOf(get?.endpoint.returns as TObject | undefined);
}

/** Looks into lists and objects of the body, as long as there is room in the header. */
function gather(value: unknown, schema: TSchema, path: string, found: string[]): void {
  if (value === null || typeof value !== "object" || found.length >= AT_MOST) return;
  const { items, properties } = schema as { items?: TSchema; properties?: object };
  if (Array.isArray(value)) {
    for (let index = 0; items && index < value.length && found.length < AT_MOST; index += 1) {
      // A list of very many numbers has no names to look for.
      const one: unknown = value[index];
      if (typeof one === "object") gather(one, items, `${path}[${index}]`, found);
    }
  } else if (properties !== undefined) {
    const known = properties as Record<string, TSchema>;
    for (const [name, inner] of Object.entries(value)) {
      if (Object.hasOwn(known, name))
        gather(inner, known[name] as TSchema, `${path}.${name}`, found);
      else if (found.length < AT_MOST) found.push(`${path}.${name}`);
    }
  }
}

/** A name as a header may hold it: other than visible ASCII is percent-encoded. */
function headerText(name: string): string {
  return name
    .slice(0, LENGTH)
    .toWellFormed()
    .replace(/[^\x21-\x7e]|[%,]/gu, encodeURIComponent);
}
