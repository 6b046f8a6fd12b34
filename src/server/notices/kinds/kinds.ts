/** All kinds of channels, by the names that the interface has for them. */
import type { ChannelKind } from "../../../contract/channels.ts";
import { bark } from "./bark.ts";
import { email } from "./email.ts";
import type { Kind } from "./kind.ts";
import { ntfy } from "./ntfy.ts";
import { pushplus } from "./pushplus.ts";
import { serverchan } from "./serverchan.ts";
import { webhook } from "./webhook.ts";
import { webpush } from "./webpush.ts";

export const KINDS: { [Name in ChannelKind]: Kind } = {
  bark,
  serverchan,
  pushplus,
  ntfy,
  webhook,
  webpush,
  email,
};
