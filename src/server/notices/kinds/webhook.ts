/** A program of one's own, signed as https://www.standardwebhooks.com says. */
import { createHmac } from "node:crypto";
import { instantAt } from "../../../ledger/calendar.ts";
import { JSON_HEADERS, type Kind, type Reach, requireOk } from "./kind.ts";

const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const [LEAST_BYTES, MOST_BYTES] = [24, 64];

/** The bytes of a secret as Standard Webhooks write it; undefined for what is none. */
function secretOf(key: string): Buffer | undefined {
  const bytes = Buffer.from(SECRET.exec(key)?.[1] ?? "", "base64");
  return bytes.length >= LEAST_BYTES && bytes.length <= MOST_BYTES ? bytes : undefined;
}

function urlOf({ url = "" }: Reach): URL {
  return new URL(url);
}

export const webhook: Kind = {
  needs: ["url", "key"],
  takes: ["url", "key"],
  urlOf,
  refuse: ({ key = "" }) => (secretOf(key) ? undefined : "channelKeyNoHook"),
  async send(reach, { id, kind, title, lines, now }, { post }) {
    const body = JSON.stringify({
      type: `fenming.${kind}`,
      timestamp: instantAt(now),
      data: { title, lines },
    });
    const seconds = String(Math.floor(now / 1000));
    const signature = createHmac("sha256", secretOf(reach.key ?? "") ?? "")
      .update(`${id}.${seconds}.${body}`)
      .digest("base64");
    const headers = {
      ...JSON_HEADERS,
      "webhook-id": id,
      "webhook-timestamp": seconds,
      "webhook-signature": `v1,${signature}`,
    };
    requireOk(await post(urlOf(reach), headers, body));
  },
};
