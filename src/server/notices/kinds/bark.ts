/** Bark: an app for iPhones; its server may be one's own. https://bark.day.app */
import { below, JSON_HEADERS, type Kind, type Reach, requireCode } from "./kind.ts";

const SERVER = "https://api.day.app";

function urlOf({ server = SERVER }: Reach): URL {
  return below(server, "push");
}

export const bark: Kind = {
  needs: ["key"],
  takes: ["key", "server"],
  urlOf,
  async send(reach, { title, lines }, { post }) {
    const said = { device_key: reach.key, title, body: lines.join("\n"), group: "分明" };
    requireCode(await post(urlOf(reach), JSON_HEADERS, JSON.stringify(said)), 200, "message");
  },
};
