/** ntfy: a topic on its server or one's own. https://docs.ntfy.sh/publish/ */
import { below, type Kind, type Reach, requireOk } from "./kind.ts";

const SERVER = "https://ntfy.sh";

function urlOf({ server = SERVER, topic = "" }: Reach): URL {
  return below(server, topic);
}

export const ntfy: Kind = {
  needs: ["topic"],
  takes: ["topic", "server", "key"],
  urlOf,
  async send(reach, { title, lines }, { post }) {
    const headers = {
      "content-type": "text/plain; charset=utf-8",
      // A header is ASCII: the words go encoded, as RFC 2047 says and ntfy reads.
      title: `=?UTF-8?B?${Buffer.from(title).toString("base64")}?=`,
      ...(reach.key !== undefined && { authorization: `Bearer ${reach.key}` }),
    };
    requireOk(await post(urlOf(reach), headers, lines.join("\n")));
  },
};
