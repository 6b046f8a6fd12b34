/** Reading an account's sheet and what all is worth, and ticking lines off. */
import type { contract } from "../../contract/contract.ts";
import type { Handlers } from "../handler/context.ts";
import { readNetWorth } from "./net-worth.ts";
import { readSheet, tickLines } from "./sheet.ts";

export const agreementHandlers: Handlers<(typeof contract)["agreement"]> = {
  sheet: readSheet,
  tick: tickLines,
  netWorth: (ctx, { query }) => readNetWorth(ctx, query),
};
