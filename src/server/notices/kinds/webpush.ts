/** Web Push: to a browser that has subscribed, by its maker's service (RFC 8030). */
import { importJWK, SignJWT } from "jose";
import { SendFault } from "../../outbound/send-fault.ts";
import { type PushKey, publicOf } from "../push-keys.ts";
import { encryptPush, type Subscriber, subscriberOf } from "../push-message.ts";
import { type Kind, type Message, type Reach, requireOk } from "./kind.ts";

const HOUR_S = 3600;
/** A reminder speaks of a day: a browser that is not there until then need not hear of it. */
const KEPT_S = 24 * HOUR_S;
/** A record holds 4096 bytes at most, and what encrypts it needs some. */
const MOST_BYTES = 3000;

function urlOf({ url = "" }: Reach): URL {
  return new URL(url);
}

export const webpush: Kind = {
  needs: ["url", "key"],
  takes: ["url", "key"],
  urlOf,
  refuse: ({ key = "" }) => (subscriberOf(key) ? undefined : "channelKeyNoPush"),
  async send(reach, message, { post, pushKey, subject }) {
    const key = await pushKey();
    if (key === undefined) throw new SendFault("sendSealed");
    const url = urlOf(reach);
    const headers = {
      authorization: await authorizationFor(url, key, subject, message.now),
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      ttl: String(KEPT_S),
    };
    const subscriber = subscriberOf(reach.key ?? "") as Subscriber;
    const reply = await post(url, headers, encryptPush(payloadOf(message), subscriber));
    // The browser has unsubscribed.
    if (reply.status === 404) {
      throw new SendFault("sendAnswered", { status: 404 }, { isFinal: true });
    }
    requireOk(reply);
  },
};

async function authorizationFor(
  url: URL,
  key: PushKey,
  subject: string,
  now: number,
): Promise<string> {
  const seconds = Math.floor(now / 1000);
  const token = await new SignJWT()
    .setProtectedHeader({ alg: "ES256", typ: "JWT" })
    .setAudience(url.origin)
    .setExpirationTime(seconds + 12 * HOUR_S)
    .setSubject(subject)
    .sign(await importJWK({ ...key, alg: "ES256" }, "ES256"));
  return `vapid t=${token}, k=${publicOf(key)}`;
}

/** As many of the lines as there is room for. */
function payloadOf({ id, title, lines }: Message): Buffer {
  for (let count = lines.length; ; count -= 1) {
    const said = count < lines.length ? [...lines.slice(0, count), "…"] : lines;
    const payload = Buffer.from(JSON.stringify({ id, title, body: said.join("\n") }));
    if (payload.length <= MOST_BYTES || count === 0) return payload;
  }
}
