/** Server酱: to WeChat. Keys that begin with sctp are of its newer service, on a host of their own number. */
import { JSON_HEADERS, type Kind, type Reach, requireCode } from "./kind.ts";

function urlOf({ key = "" }: Reach): URL {
  const path = `${encodeURIComponent(key)}.send`;
  const newer = /^sctp(\d{1,9})t/.exec(key)?.[1];
  return new URL(
    newer === undefined
      ? `https://sctapi.ftqq.com/${path}`
      : `https://${newer}.push.ft07.com/send/${path}`,
  );
}

export const serverchan: Kind = {
  needs: ["key"],
  takes: ["key"],
  urlOf,
  async send(reach, { title, lines }, { post }) {
    // It shows Markdown: an empty line between lines.
    const said = { title, desp: lines.join("\n\n") };
    requireCode(await post(urlOf(reach), JSON_HEADERS, JSON.stringify(said)), 0, "message");
  },
};
