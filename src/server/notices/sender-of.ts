/** The sender of a service that runs. */
import type { Db } from "../../store/db.ts";
import { sealerOf } from "../auth/set-up.ts";
import type { Config } from "../config.ts";
import { Outbound } from "../outbound/outbound.ts";
import { Sender, type SenderParts } from "./sender.ts";

export function senderOf(
  db: Db,
  { auth, sealing, outbound }: Pick<Config, "auth" | "sealing" | "outbound">,
  onFault: SenderParts["onFault"],
): Sender {
  return new Sender({
    db,
    sealer: sealerOf(db, auth, sealing),
    outbound: new Outbound(outbound),
    now: Date.now,
    onFault,
  });
}
