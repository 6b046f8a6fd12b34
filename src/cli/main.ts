#!/usr/bin/env node
/** The command line. The only file that acts when it is loaded. */
import { StartError } from "../store/db.ts";
import { tellSourceLines } from "../store/source-lines.ts";
import { commandLine } from "./command-line.ts";

tellSourceLines();
commandLine()
  .parseAsync()
  .catch((error: unknown) => {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  });
