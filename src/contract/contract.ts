/** The whole interface: every noun's endpoints. What is listed here is served, documented and tested. */
import { accounts } from "./accounts.ts";
import { adjustments } from "./adjustments.ts";
import { agreement } from "./agreement.ts";
import { audit } from "./audit.ts";
import { auth } from "./auth.ts";
import { book } from "./book.ts";
import { budgets } from "./budgets.ts";
import { categories } from "./categories.ts";
import { changes } from "./changes.ts";
import { channels, notices } from "./channels.ts";
import { checkpoints } from "./checkpoints.ts";
import { dashboard } from "./dashboard.ts";
import { type Endpoint, hasBook } from "./endpoint.ts";
import { forecasts } from "./forecast.ts";
import { history } from "./history.ts";
import { imports } from "./imports.ts";
import { invitations } from "./invitations.ts";
import { passkeys } from "./passkeys.ts";
import { occurrences, planFeeds, planSuggestions, plans } from "./plans.ts";
import { quick } from "./quick.ts";
import { records } from "./records.ts";
import { rules } from "./rules.ts";
import { secondFactor } from "./second-factor.ts";
import { statistics } from "./statistics.ts";
import { system } from "./system.ts";
import { tokens } from "./tokens.ts";
import { transfers } from "./transfers.ts";
import { users } from "./users.ts";

export const contract = {
  system,
  users,
  accounts,
  records,
  transfers,
  plans,
  planSuggestions,
  planFeeds,
  occurrences,
  forecasts,
  channels,
  notices,
  adjustments,
  agreement,
  checkpoints,
  categories,
  budgets,
  imports,
  rules,
  book,
  changes,
  statistics,
  dashboard,
  history,
  quick,
  auth,
  secondFactor,
  passkeys,
  invitations,
  tokens,
  audit,
};

export type Contract = typeof contract;

/**
 * Whether a success has an `ETag`: reads of a book, updates of a resource, and creates of one. Answers
 * of a handler with transactions of its own have none.
 */
export function hasTag(endpoint: Endpoint): boolean {
  const { method, path, serve, resource } = endpoint;
  if (serve === "long" || !hasBook(endpoint)) return false;
  if (method === "GET" || (method === "PUT" && resource)) return true;
  return (
    method === "POST" &&
    endpoints().some(({ endpoint: other }) => other.resource && other.path === `${path}/:id`)
  );
}

/** Every endpoint with its name, "records.create". */
export function endpoints(): { name: string; endpoint: Endpoint }[] {
  return Object.entries(contract).flatMap(([noun, group]) =>
    Object.entries(group as Record<string, Endpoint>).map(([verb, declared]) => ({
      name: `${noun}.${verb}`,
      endpoint: declared,
    })),
  );
}
