/**
 * The app in a real browser against the real service. All flows share one browser, so they are one
 * file to the test runner.
 */
import { after, afterEach } from "node:test";
import { closeBrowser, closeOpened } from "./browser.ts";
import "./flows/first-visit.ts";
import "./flows/overview.ts";
import "./flows/privacy.ts";
import "./flows/entry.ts";
import "./flows/records.ts";
import "./flows/pickers.ts";
import "./flows/rows.ts";
import "./flows/subjects.ts";
import "./flows/days.ts";
import "./flows/taps.ts";
import "./flows/money-pages.ts";
import "./flows/network.ts";
import "./flows/outbox.ts";
import "./flows/sign-in.ts";
import "./flows/imports.ts";
import "./flows/import-story.ts";
import "./flows/import-questions.ts";
import "./flows/import-columns.ts";
import "./flows/bank-balances.ts";
import "./flows/long-import.ts";
import "./flows/transfers.ts";
import "./flows/signed-in.ts";
import "./flows/notices.ts";
import "./flows/second-factor.ts";
import "./flows/rules-history.ts";
import "./flows/undo.ts";
import "./flows/category-names.ts";
import "./flows/merge-accounts.ts";
import "./flows/agreement.ts";
import "./flows/backup.ts";
import "./flows/look.ts";
import "./flows/windows.ts";
import "./flows/ways-in.ts";
import "./flows/print.ts";
import "./flows/installed.ts";
import "./flows/long-names.ts";
import "./flows/plans.ts";
import "./flows/import-plans.ts";
import "./flows/plan-suggestions.ts";
import "./flows/kept-forms.ts";
import "./flows/large-letters.ts";

afterEach(closeOpened);
after(closeBrowser);
