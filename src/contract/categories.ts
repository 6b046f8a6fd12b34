import Type from "typebox";
import { endpoint } from "./endpoint.ts";
import { RecordType, UserId } from "./fields.ts";

export const categories = {
  list: endpoint({
    method: "GET",
    path: "/api/categories",
    tag: "分类",
    summary: { zh: "用过的分类，最常用的在前", en: "The categories in use, most used first" },
    notes: {
      zh: "recent 是最近 90 天的记录数，先按它排序，再按总数。",
      en: "recent counts the records of the last 90 days; it orders first, then the whole count.",
    },
    owner: "query",
    query: Type.Object({ userId: UserId }),
    returns: Type.Array(
      Type.Object({
        type: RecordType,
        category: Type.String(),
        recent: Type.Integer(),
        count: Type.Integer(),
      }),
    ),
  }),
};
