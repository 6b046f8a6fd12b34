/** A server for mail that takes everything, or refuses who it is for. */

import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import type { TestContext } from "node:test";
import type { MailServer } from "../../src/server/outbound/mail.ts";

export interface Mailbox {
  server: MailServer;
  /** The letters as they came, head and body. */
  letters: string[];
  /** From now on nobody is known. */
  refuses: boolean;
}

export async function startMailbox(t: TestContext): Promise<Mailbox> {
  const mailbox = { letters: [] as string[], refuses: false };
  const listening = createServer((socket) => {
    let text = "";
    let isLetter = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      if (/^DATA/i.test(line)) {
        isLetter = true;
        say("354 go on");
      } else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
      else if (/^RCPT/i.test(line) && mailbox.refuses) say("550 nobody here");
      else say("250 well");
    };
    say("220 mail");
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      text += chunk;
      for (let end = text.indexOf("\r\n"); end !== -1; end = text.indexOf("\r\n")) {
        const stop = isLetter ? text.indexOf("\r\n.\r\n") : end;
        if (stop === -1) return;
        const said = text.slice(0, stop);
        text = text.slice(stop + (isLetter ? 5 : 2));
        if (isLetter) {
          isLetter = false;
          mailbox.letters.push(said);
          say("250 taken");
        } else hear(said);
      }
    });
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  t.after(() => void listening.close());
  const { port } = listening.address() as AddressInfo;
  const from = "fenming@example.com";
  const server = { host: "127.0.0.1", port, isTls: false, user: "", password: "", from };
  return Object.assign(mailbox, { server });
}
