/**
 * Requests that the service makes for its users: to hosts that they name, and so within bounds. The address is judged
 * when the connection is made, by what the name stands for then; redirects are not followed; an answer has a time and a
 * size.
 */
import { promises as dns, type LookupAddress } from "node:dns";
import { type IncomingMessage, type RequestOptions, request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { type Allowed, type Destination, isListed, mayConnect } from "./rules.ts";
import { SendFault } from "./send-fault.ts";

export interface OutboundOptions {
  /** What the operator has listed in OUTBOUND_ALLOW. */
  allow: Allowed[];
  /** Says which addresses a name stands for; tests have their own names. */
  resolve?: Resolve;
  /** How long an answer may take. */
  limitMs?: number;
}

type Resolve = (host: string) => Promise<LookupAddress[]>;

export interface Reply {
  status: number;
  /** The beginning of the body. */
  text: string;
}

const LIMIT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

const resolveByDns: Resolve = (host) => dns.lookup(host, { all: true });

export class Outbound {
  readonly #allow: Allowed[];
  readonly #resolve: Resolve;
  readonly #limitMs: number;

  constructor({ allow, resolve = resolveByDns, limitMs = LIMIT_MS }: OutboundOptions) {
    this.#allow = allow;
    this.#resolve = resolve;
    this.#limitMs = limitMs;
  }

  /** Judges what an address says by itself, before any name is looked up. Throws SendFault. */
  judge(url: URL): Destination {
    const isTls = url.protocol === "https:";
    if (!isTls && url.protocol !== "http:") throw new SendFault("sendNeedsHttps");
    const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
    const port = url.port === "" ? (isTls ? 443 : 80) : Number(url.port);
    const destination = { host, port, isTls };
    if (isIP(host) !== 0) {
      if (!mayConnect(this.#allow, destination, host)) throw notAllowed(host);
    } else if (!isTls && !isListed(this.#allow, destination)) {
      throw new SendFault("sendNeedsHttps");
    }
    return destination;
  }

  /** Posts a body and waits for the answer, whatever its status but a redirect. Throws SendFault. */
  async post(url: URL, headers: Record<string, string>, body: string | Buffer): Promise<Reply> {
    const destination = this.judge(url);
    const options: RequestOptions = {
      method: "POST",
      agent: false,
      lookup: this.#lookupFor(destination),
      headers: { "user-agent": "fenming", "content-length": Buffer.byteLength(body), ...headers },
    };
    const reply = await this.#ask(url, options, body);
    if (reply.status >= 300 && reply.status < 400) throw new SendFault("sendRedirected");
    return reply;
  }

  /** Of the addresses that a name stands for only those that may be reached. */
  #lookupFor(destination: Destination): LookupFunction {
    return (host, { all }, done) => {
      this.#resolve(host).then(
        (found) => {
          const open = found.filter(({ address }) => mayConnect(this.#allow, destination, address));
          const [first] = open;
          if (first === undefined) done(notAllowed(host), "", 0);
          else if (all) done(null, open);
          else done(null, first.address, first.family);
        },
        () => done(new SendFault("sendNoHost", { host }), "", 0),
      );
    };
  }

  #ask(url: URL, options: RequestOptions, body: string | Buffer): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const send = url.protocol === "https:" ? requestTls : requestPlain;
      const request = send(url, options);
      const tooLate = new SendFault("sendNoAnswer", { seconds: this.#limitMs / 1000 });
      let stop = (): void => {
        request.destroy(tooLate);
      };
      const timer = setTimeout(() => stop(), this.#limitMs);
      request.on("error", (error) => {
        clearTimeout(timer);
        reject(asFault(error));
      });
      request.on("response", (response) => {
        const end = () => {
          clearTimeout(timer);
          request.destroy();
        };
        // What was answered counts; the rest of it need not come.
        stop = readReply(response, (reply) => {
          end();
          resolve(reply);
        });
      });
      request.end(body);
    });
  }
}

/** Reads the beginning of an answer. Returns what ends the reading before that. */
function readReply(response: IncomingMessage, done: (reply: Reply) => void): () => void {
  const chunks: Buffer[] = [];
  let size = 0;
  const end = () => {
    const text = Buffer.concat(chunks).subarray(0, MAX_BYTES).toString();
    done({ status: response.statusCode ?? 0, text });
  };
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_BYTES) end();
  });
  response.on("end", end);
  response.on("error", end);
  return end;
}

function notAllowed(host: string): SendFault {
  return new SendFault("sendNotAllowed", { host });
}

function asFault(error: Error): SendFault {
  if (error instanceof SendFault) return error;
  const { code = "" } = error as { code?: string };
  if (/CERT|TLS|SSL|SIGNATURE/.test(code)) return new SendFault("sendUntrusted", { code });
  return new SendFault("sendUnreachable", { code: code || "ERROR" });
}
