/** Reading an account's sheet and what all is worth, and ticking lines off. */
import type { contract } from "../../contract/contract.ts";
import type { Handlers } from "../handler/context.ts";
import { readNetWorth } from "./net-worth.ts";
import { readSheet } from "./sheet.ts";
import { tick } from "./ticks.ts";

export const agreementHandlers: Handlers<(typeof contract)["agreement"]> = {
  sheet: readSheet,
  tick,
  netWorth: (ctx, { query }) => readNetWorth(ctx, query),
};
