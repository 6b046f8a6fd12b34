/** Mail by the operator's own SMTP server; its library is loaded with the first mail. */
import { SendFault } from "./send-fault.ts";

/** What SMTP_URL says. */
export interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS. */
  isTls: boolean;
  user: string;
  password: string;
  from: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same however often it is tried. */
  id: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

const STEP_MS = 10_000;
/** All steps together: well within the minute that a notice is a sender's own. */
const LIMIT_MS = 40_000;

/** A percent that encodes nothing stands for itself. */
function plainOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads "smtps://user:password@smtp.qq.com:465?from=me@qq.com"; undefined for what is none. */
export function readMailServer(text: string): MailServer | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === "") return undefined;
  const isTls = url.protocol === "smtps:";
  const user = plainOf(url.username);
  const from = url.searchParams.get("from") ?? user;
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(from)) return undefined;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (isTls ? 465 : 587) : Number(url.port),
    isTls,
    user,
    password: plainOf(url.password),
    from,
  };
}

/** Returns what sends a mail by the server. Throws SendFault where that does not take it. */
export function mailBy(server: MailServer): SendMail {
  return async ({ to, subject, text, id }) => {
    const { createTransport } = await import("nodemailer");
    const { host, port, isTls, user, password, from } = server;
    const transport = createTransport({
      host,
      port,
      secure: isTls,
      // A password never goes in the clear.
      requireTLS: user !== "",
      ...(user !== "" && { auth: { user, pass: password } }),
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
      dnsTimeout: STEP_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const late = setTimeout(() => transport.close(), LIMIT_MS);
    try {
      const domain = from.split("@")[1] as string;
      await transport.sendMail({ from, to, subject, text, messageId: `<${id}@${domain}>` });
    } catch (fault) {
      throw mailFault(fault);
    } finally {
      clearTimeout(late);
      transport.close();
    }
  };
}

function mailFault(fault: unknown): SendFault {
  const { code = "ERROR", responseCode } = fault as { code?: string; responseCode?: number };
  if (responseCode !== undefined) return new SendFault("sendAnswered", { status: responseCode });
  return new SendFault("sendUnreachable", { code });
}
