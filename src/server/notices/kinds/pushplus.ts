/** PushPlus: to WeChat. https://www.pushplus.plus */
import { JSON_HEADERS, type Kind, requireCode } from "./kind.ts";

const URL_OF_ALL = "https://www.pushplus.plus/send";

export const pushplus: Kind = {
  needs: ["key"],
  takes: ["key"],
  urlOf: () => new URL(URL_OF_ALL),
  async send({ key }, { title, lines }, { post }) {
    const said = { token: key, title, content: lines.join("\n"), template: "txt" };
    requireCode(await post(new URL(URL_OF_ALL), JSON_HEADERS, JSON.stringify(said)), 200, "msg");
  },
};
