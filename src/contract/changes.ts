/** That a book has changed, told as it happens: another tab, another device, a running import. */
import Type from "typebox";
import { endpoint } from "./endpoint.ts";
import { about, UserId } from "./fields.ts";

/** The longest that one stream lasts: then its client asks again, and is proved again. */
export const WATCH_SECONDS = 600;

const Seconds = Type.String({
  pattern: "^([0-9]|[1-9][0-9]|[1-5][0-9][0-9]|600)$",
  examples: ["0"],
  ...about(
    { zh: "秒数", en: "Seconds" },
    { zh: "必须是 0 到 600 的整数", en: "must be a whole number from 0 to 600" },
  ),
});

export const changes = {
  watch: endpoint({
    method: "GET",
    path: "/api/changes",
    serve: "long",
    tag: "账本",
    summary: { zh: "账本的变动（server-sent events）", en: "Changes of a book" },
    notes: {
      zh: "事件 revision 的数据是 { revision }：开始时说一次，之后每当账本变动；数字不同就该重读。同一进程的写入立即告知，别处（另一节点、命令行）的在两秒内。seconds 秒后结束（默认 600），服务停止时也结束；再连即可。同时观看的太多时答 503。",
      en: "Event revision { revision }: once at the start, then whenever the book changes. Ends after seconds (600 unless given) and when the service stops; connect again.",
    },
    owner: "query",
    answers: "text/event-stream",
    events: {
      revision: Type.Object(
        { revision: Type.Integer({ examples: [12] }) },
        { title: "BookRevision" },
      ),
    },
    query: Type.Object({ userId: UserId, seconds: Type.Optional(Seconds) }),
    returns: Type.Null(),
    refuses: ["userNotFound", "busy"],
  }),
};
