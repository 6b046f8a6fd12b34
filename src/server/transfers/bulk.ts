/** Many lines of the book at once, all or nothing: records are changed or deleted, transfers deleted. */
import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import { continueAct } from "../book/versions.ts";
import type { Handler } from "../handler/context.ts";
import { bulkRecords } from "../records/bulk.ts";
import { removeTransfer } from "./transfers.ts";

/** Returns how many lines were named. Refuses all when one of them is not the user's. */
export const bulkLines: Handler<(typeof contract)["records"]["bulk"]> = async (ctx, { body }) => {
  const { ids = [], transferIds = [], action, actId } = body;
  if (transferIds.length > 0 && action === "change") throw new Refusal(400, "transfersNotChanged");
  if (actId !== undefined) await continueAct(ctx, actId);
  if (ids.length > 0) await bulkRecords(ctx, body, ids);
  for (const id of transferIds) await removeTransfer(ctx, id);
  return { count: ids.length + transferIds.length };
};
