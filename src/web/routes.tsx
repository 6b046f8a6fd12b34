/** Every page and its address. Filters live in the address, so that a link shows what was seen. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { asDay, asMonth, type Month } from "../ledger/calendar.ts";
import type { RecordFilter } from "./api/models.ts";
import { Overview } from "./pages/overview.tsx";
import { Shell } from "./shell/shell.tsx";
import type { StatisticsSearch } from "./statistics/range.ts";
import type { SubjectSearch } from "./subjects/subject.ts";
import { PageError, PageMissing } from "./ui/error-boundary.tsx";

type Search = Record<string, unknown>;

const root = createRootRoute({
  component: Shell,
  errorComponent: PageError,
  notFoundComponent: PageMissing,
});

const text = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) || undefined : undefined;
const positive = (value: unknown): number | undefined =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;
const amount = (value: unknown): string | undefined =>
  /^\d{1,12}(\.\d{1,2})?$/.test(text(value) ?? "") ? text(value) : undefined;
const day = (value: unknown): string | undefined => asDay(text(value) ?? "");

/** The filter that an address names; what cannot be meant is left out. */
function readFilter(search: Search): RecordFilter {
  const filter: Record<string, unknown> = {
    accountId: positive(search.accountId),
    type: search.type === "income" || search.type === "expense" ? search.type : undefined,
    category: text(search.category),
    startDate: day(search.startDate),
    endDate: day(search.endDate),
    text: text(search.text),
    minAmount: amount(search.minAmount),
    maxAmount: amount(search.maxAmount),
    importId: positive(search.importId),
  };
  for (const name of Object.keys(filter)) if (filter[name] === undefined) delete filter[name];
  return filter as RecordFilter;
}

const readMonth = (search: Search): { month?: Month } => {
  const month = asMonth(text(search.month) ?? "");
  return month === undefined ? {} : { month };
};

function readStatistics(search: Search): StatisticsSearch {
  const found: StatisticsSearch = readMonth(search);
  if (search.range === "year" || search.range === "all") found.range = search.range;
  if (search.range === "days") {
    const [startDate, endDate] = [day(search.startDate), day(search.endDate)];
    found.range = "days";
    if (startDate !== undefined) found.startDate = startDate;
    if (endDate !== undefined) found.endDate = endDate;
  }
  if (search.type === "income") found.type = "income";
  const year = positive(search.year);
  if (year !== undefined) found.year = year;
  const accountId = positive(search.accountId);
  if (accountId !== undefined) found.accountId = accountId;
  return found;
}

function readSubject(search: Search): SubjectSearch {
  const found: SubjectSearch = readMonth(search);
  const [category, words] = [text(search.category), text(search.text)];
  if (category !== undefined) found.category = category;
  else if (words !== undefined) found.text = words;
  if (search.type === "income") found.type = "income";
  return found;
}

export const overviewRoute = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: Overview,
});
export const recordsRoute = createRoute({
  getParentRoute: () => root,
  path: "/records",
  validateSearch: readFilter,
  component: lazyRouteComponent(() => import("./pages/records.tsx"), "Records"),
});
export const calendarRoute = createRoute({
  getParentRoute: () => root,
  path: "/calendar",
  validateSearch: (search: Search): { month?: Month; day?: string } => {
    const chosen = day(search.day);
    return { ...readMonth(search), ...(chosen !== undefined && { day: chosen }) };
  },
  component: lazyRouteComponent(() => import("./pages/calendar.tsx"), "Calendar"),
});
export const plansRoute = createRoute({
  getParentRoute: () => root,
  path: "/plans",
  validateSearch: (search: Search): { record?: number; transfer?: number } => {
    const [record, transfer] = [positive(search.record), positive(search.transfer)];
    return { ...(record && { record }), ...(transfer && { transfer }) };
  },
  component: lazyRouteComponent(() => import("./pages/plans.tsx"), "Plans"),
});
export const planRoute = createRoute({
  getParentRoute: () => root,
  path: "/plans/$id",
  component: lazyRouteComponent(() => import("./pages/plan.tsx"), "PlanPage"),
});
export const subjectRoute = createRoute({
  getParentRoute: () => root,
  path: "/subject",
  validateSearch: readSubject,
  component: lazyRouteComponent(() => import("./pages/subject.tsx"), "SubjectPage"),
});
export const accountsRoute = createRoute({
  getParentRoute: () => root,
  path: "/accounts",
  component: lazyRouteComponent(() => import("./pages/accounts.tsx"), "Accounts"),
});
export const accountRoute = createRoute({
  getParentRoute: () => root,
  path: "/accounts/$id",
  component: lazyRouteComponent(() => import("./pages/account.tsx"), "AccountPage"),
});
export const sheetRoute = createRoute({
  getParentRoute: () => root,
  path: "/accounts/$id/sheet",
  validateSearch: (search: Search): { startDate?: string; endDate?: string } => {
    const { startDate, endDate } = readFilter(search);
    return {
      ...(startDate !== undefined && { startDate }),
      ...(endDate !== undefined && { endDate }),
    };
  },
  component: lazyRouteComponent(() => import("./pages/sheet.tsx"), "SheetPage"),
});
export const budgetsRoute = createRoute({
  getParentRoute: () => root,
  path: "/budgets",
  validateSearch: readMonth,
  component: lazyRouteComponent(() => import("./pages/budgets.tsx"), "Budgets"),
});
export const statisticsRoute = createRoute({
  getParentRoute: () => root,
  path: "/statistics",
  validateSearch: readStatistics,
  component: lazyRouteComponent(() => import("./pages/statistics.tsx"), "Statistics"),
});
export const settingsRoute = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  component: lazyRouteComponent(() => import("./pages/settings.tsx"), "SettingsPage"),
});
export const transfersRoute = createRoute({
  getParentRoute: () => root,
  path: "/transfers",
  component: lazyRouteComponent(() => import("./pages/transfers.tsx"), "Transfers"),
});
export const importsRoute = createRoute({
  getParentRoute: () => root,
  path: "/import",
  validateSearch: (search: Search): { shared?: true } => (search.shared ? { shared: true } : {}),
  component: lazyRouteComponent(() => import("./pages/imports.tsx"), "Imports"),
});
export const importRoute = createRoute({
  getParentRoute: () => root,
  path: "/import/$id",
  validateSearch: (search: Search): { row?: number } => {
    const row = positive(search.row);
    return row === undefined ? {} : { row };
  },
  component: lazyRouteComponent(() => import("./pages/import.tsx"), "ImportPage"),
});
export const rulesRoute = createRoute({
  getParentRoute: () => root,
  path: "/rules",
  component: lazyRouteComponent(() => import("./pages/rules.tsx"), "Rules"),
});
export const historyRoute = createRoute({
  getParentRoute: () => root,
  path: "/history",
  component: lazyRouteComponent(() => import("./pages/history.tsx"), "History"),
});
export const moreRoute = createRoute({
  getParentRoute: () => root,
  path: "/more",
  component: lazyRouteComponent(() => import("./pages/more.tsx"), "More"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    overviewRoute,
    recordsRoute,
    calendarRoute,
    plansRoute,
    planRoute,
    subjectRoute,
    accountsRoute,
    accountRoute,
    sheetRoute,
    budgetsRoute,
    statisticsRoute,
    settingsRoute,
    transfersRoute,
    importsRoute,
    importRoute,
    rulesRoute,
    historyRoute,
    moreRoute,
  ]),
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: PageMissing,
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
