/** At start, while nobody can sign in: the code of the first registration, said in the log. */
import type { Logger } from "pino";
import { isProvider } from "../server/auth/auth-config.ts";
import { firstCodeOf, registrationNeeds } from "../server/auth/registration.ts";
import type { Config } from "../server/config.ts";
import type { Db } from "../store/db.ts";

export async function sayFirstCode(
  db: Db,
  address: string,
  { auth }: Config,
  logger: Logger,
): Promise<void> {
  if (auth.mode === "open" || isProvider(auth)) return;
  if ((await db.read((query) => registrationNeeds(query, auth))) !== "first-code") return;
  const code = firstCodeOf(auth.secrets[0] as string);
  logger.warn(
    `还没有人能登录。注册第一个账号请打开 ${address}/#invitation=${code} ，注册码 ${code}（nobody can sign in yet: register the first account with this code）`,
  );
}
