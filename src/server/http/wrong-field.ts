/**
 * Where in a body a fault is, in words: `accounts[2].create.name` is 第 3 个账户的账户名称. A list says
 * with `item` what one of it is called; an object within needs no name of its own.
 */
import type { ErrorObject } from "ajv";
import type { TSchema } from "typebox";
import type { Words } from "../../contract/messages.ts";

/** What is wrong where: the field as a client wrote it, its name, and the rule that it breaks. */
export interface WrongField {
  field: string;
  label: Words;
  rule: Words;
}

interface Told {
  label?: Words;
  rule?: Words;
  item?: Words;
  items?: TSchema;
  properties?: Record<string, TSchema>;
  anyOf?: TSchema[];
}

const MISSING: Words = { zh: "不能缺少", en: "is missing" };
const MALFORMED: Words = { zh: "格式不正确", en: "is malformed" };

/** The field that an error of ajv is about; `properties` are those of the whole body. */
export function wrongField(
  properties: Record<string, TSchema>,
  { instancePath, keyword, params }: ErrorObject,
): WrongField {
  const steps = instancePath.split("/").slice(1);
  if (keyword === "required") steps.push(params.missingProperty as string);
  const [first = "", ...rest] = steps;
  let schema: Told = properties[first] ?? {};
  let field = first;
  const names: Words[] = [schema.label ?? { zh: first, en: first }];
  for (const step of rest) {
    const within: Told = schema.anyOf?.find((one) => isNested(one)) ?? schema;
    if (within.items) {
      names.splice(-1, 1, numbered(within, names.at(-1) as Words, Number(step) + 1));
      field += `[${step}]`;
      schema = within.items;
    } else {
      schema = within.properties?.[step] ?? {};
      field += `.${step}`;
      if (schema.label) names.push(schema.label);
      else if (!isNested(schema)) names.push({ zh: step, en: step });
    }
  }
  const rule = keyword === "required" ? MISSING : (schema.rule ?? MALFORMED);
  const label = {
    zh: names.map(({ zh }) => zh).join("的"),
    en: names
      .map(({ en }) => en)
      .reverse()
      .join(" of "),
  };
  return { field, label, rule };
}

function isNested({ items, properties }: Told): boolean {
  return items !== undefined || properties !== undefined;
}

function numbered({ item }: Told, name: Words, number: number): Words {
  const { zh, en } = item ?? name;
  return { zh: `第 ${number} 个${zh}`, en: `${en} ${number}` };
}
