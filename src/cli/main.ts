#!/usr/bin/env node
/** The command line. The only file that acts when it is loaded. */
import { Command } from "commander";
import { StartError } from "../store/db.ts";
import { serve } from "./serve.ts";
import { packageVersion } from "./version.ts";

const program = new Command("fenming")
  .description("分明：自托管的个人记账与预算服务（self-hosted bookkeeping, clear to the cent）")
  .version(packageVersion());

program
  .command("serve", { isDefault: true })
  .description("启动服务（start the service）")
  .action(serve);

program.parseAsync().catch((error: unknown) => {
  if (error instanceof StartError) console.error(error.message);
  else console.error(error);
  process.exit(1);
});
