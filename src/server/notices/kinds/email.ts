/** Mail, by the server that the operator has set. */
import { SendFault } from "../../outbound/send-fault.ts";
import type { Kind } from "./kind.ts";

export const email: Kind = {
  needs: ["to"],
  takes: ["to"],
  async send({ to = "" }, { id, title, lines }, { mail }) {
    if (mail === undefined) throw new SendFault("sendNoMail");
    await mail({ to, subject: title, text: lines.join("\n"), id });
  },
};
