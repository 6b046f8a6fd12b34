/** The sender of a service, from its settings. */
import type { Db } from "../../store/db.ts";
import { sealerOf } from "../auth/set-up.ts";
import type { Config } from "../config.ts";
import { mailBy } from "../outbound/mail.ts";
import { Outbound } from "../outbound/outbound.ts";
import { Sender, type SenderParts } from "./sender.ts";

export type SenderConfig = Pick<Config, "auth" | "sealing" | "outbound" | "mail" | "publicUrl">;

/** Push services want to know whom to turn to; where no address was set there is nobody. */
const NOBODY = "mailto:nobody@fenming.invalid";

export function senderOf(
  db: Db,
  { auth, sealing, outbound, mail, publicUrl }: SenderConfig,
  { now = Date.now, onFault }: Partial<Pick<SenderParts, "now" | "onFault">> = {},
): Sender {
  return new Sender({
    db,
    sealer: sealerOf(db, auth, sealing),
    outbound: new Outbound(outbound),
    mail: mail && mailBy(mail),
    subject: publicUrl?.startsWith("https:") ? publicUrl : NOBODY,
    now,
    onFault,
  });
}
