import Type, { type Static } from "typebox";
import { endpoint } from "./endpoint.ts";
import { ExportedBook } from "./exported-book.ts";
import { about, EndDate, Id, StartDate, UserId } from "./fields.ts";

const formats = ["json", "csv", "xlsx", "beancount", "hledger"] as const;

export const BookFormat = Type.Enum(formats, {
  type: "string",
  ...about(
    { zh: "格式", en: "Format" },
    { zh: `必须是 ${formats.join("、")} 之一`, en: `must be one of ${formats.join(", ")}` },
  ),
});
export type BookFormat = Static<typeof BookFormat>;

const sheetFormats = ["csv", "xlsx"] as const;

/** CSV unless given. */
export const SheetFormat = Type.Enum(sheetFormats, {
  type: "string",
  ...about({ zh: "格式", en: "Format" }, { zh: "必须是 csv 或 xlsx", en: "must be csv or xlsx" }),
});

/** How many rows of each kind a loaded book had. */
export const LoadedBook = Type.Object(
  {
    accounts: Type.Integer(),
    records: Type.Integer(),
    transfers: Type.Integer(),
    adjustments: Type.Integer(),
    budgets: Type.Integer(),
    rules: Type.Integer(),
    imports: Type.Integer(),
  },
  { title: "LoadedBook" },
);
export type LoadedBook = Static<typeof LoadedBook>;

export const book = {
  export: endpoint({
    method: "GET",
    path: "/api/export",
    serve: "long",
    tag: "账本",
    summary: { zh: "导出整个账本", en: "Export the whole book" },
    notes: {
      zh: "流式输出，不套信封。json 是完整的，可用 POST /api/book 装入空账本；csv 与 xlsx 给表格软件；beancount 与 hledger 带余额断言。",
      en: "Streamed, without the envelope. json is complete and can be loaded by POST /api/book; beancount and hledger hold balance assertions.",
    },
    owner: "query",
    file: ExportedBook,
    answers:
      "application/json, text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, text/plain",
    query: Type.Object({ userId: UserId, format: Type.Optional(BookFormat) }),
    returns: Type.Null(),
    refuses: ["userNotFound"],
  }),
  sheet: endpoint({
    method: "GET",
    path: "/api/accounts/:id/sheet/file",
    serve: "long",
    tag: "对账",
    summary: { zh: "导出对账单", en: "Export the sheet of an account" },
    notes: {
      zh: "流式输出，不套信封。从旧到新，每行之后的余额；第一行是期初，最后一行是期末。",
      en: "Streamed, without the envelope. Oldest first with the balance after each line; the first line is the opening, the last the closing balance.",
    },
    owner: "account",
    answers: "text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    params: Type.Object({ id: Id }),
    query: Type.Object({
      userId: Type.Optional(UserId),
      startDate: Type.Optional(StartDate),
      endDate: Type.Optional(EndDate),
      format: Type.Optional(SheetFormat),
    }),
    returns: Type.Null(),
  }),
  load: endpoint({
    method: "POST",
    path: "/api/book",
    serve: "long",
    tag: "账本",
    summary: { zh: "把导出的 JSON 装入空账本", en: "Load an exported JSON into an empty book" },
    notes: {
      zh: "multipart/form-data：file 是 GET /api/export?format=json 的文件。账本必须是空的；余额、统计和去重与导出时相同，编号重新分配。超过 20 MiB 的文件在服务所在的机器上用 fenming import 装入。",
      en: "The book must be empty. Balances, statistics and duplicate detection are as exported; ids are new. A file over 20 MiB is loaded by fenming import on the service's machine.",
    },
    owner: "body",
    upload: true,
    body: Type.Object({ userId: UserId }),
    returns: LoadedBook,
    done: "bookLoaded",
    refuses: ["userNotFound", "fileMissing", "bookNotEmpty", "bookInvalid", "bookTooLarge"],
  }),
};
