import { Button } from "@mantine/core";
import {
  IconArrowsExchange,
  IconCalendarMonth,
  IconCalendarRepeat,
  IconChartDonut3,
  IconFileImport,
  IconLayoutDashboard,
  IconListDetails,
  IconMenu2,
  IconPlus,
  IconSettings,
  IconTargetArrow,
  IconWallet,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useBook } from "../base/open-book.ts";
import { openEntry } from "../entry/entry-store.ts";
import { useWords } from "../words/words.ts";

/** Every page that the menu leads to, in order; the number keys follow it. */
export const PAGES = [
  { to: "/", name: "overview", icon: IconLayoutDashboard },
  { to: "/records", name: "records", icon: IconListDetails },
  { to: "/calendar", name: "calendar", icon: IconCalendarMonth },
  { to: "/accounts", name: "accounts", icon: IconWallet },
  { to: "/transfers", name: "transfers", icon: IconArrowsExchange },
  { to: "/budgets", name: "budgets", icon: IconTargetArrow },
  { to: "/plans", name: "plans", icon: IconCalendarRepeat },
  { to: "/statistics", name: "statistics", icon: IconChartDonut3 },
  { to: "/import", name: "imports", icon: IconFileImport },
  { to: "/settings", name: "settings", icon: IconSettings },
] as const;

export function Logo({ size = 30 }: { size?: number }) {
  return <img src="/icon.svg" width={size} height={size} alt="" className="logo" />;
}

export function SideBar() {
  const words = useWords();
  const { userName } = useBook();
  return (
    <nav className="side" aria-label={words.mainMenu}>
      <div className="side-brand">
        <Logo />
        <strong>{words.appName}</strong>
      </div>
      <Button
        fullWidth
        leftSection={<IconPlus size={18} />}
        onClick={() => openEntry()}
        rightSection={<kbd>N</kbd>}
        aria-keyshortcuts="n"
        justify="space-between"
      >
        {words.newRecord}
      </Button>
      <ul>
        {PAGES.map(({ to, name, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className="side-link" activeOptions={{ exact: to === "/" }}>
              <Icon size={20} stroke={1.7} aria-hidden="true" />
              {words[name]}
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/settings" className="side-user">
        <span className="avatar" aria-hidden="true">
          {[...userName][0]}
        </span>
        <span className="ellipsis">{userName}</span>
      </Link>
    </nav>
  );
}

const BAR = [
  { to: "/", name: "overview", icon: IconLayoutDashboard },
  { to: "/records", name: "records", icon: IconListDetails },
  undefined,
  { to: "/statistics", name: "statistics", icon: IconChartDonut3 },
  { to: "/more", name: "more", icon: IconMenu2 },
] as const;

export function BottomBar() {
  const words = useWords();
  return (
    <nav className="bar" aria-label={words.mainMenu}>
      {BAR.map((page) =>
        page === undefined ? (
          <button
            key="new"
            type="button"
            className="bar-new"
            aria-label={words.newRecord}
            onClick={() => openEntry()}
          >
            <IconPlus size={28} stroke={2} />
          </button>
        ) : (
          <Link
            key={page.to}
            to={page.to}
            className="bar-link"
            activeOptions={{ exact: page.to === "/" }}
          >
            <page.icon size={23} stroke={1.7} aria-hidden="true" />
            {words[page.name]}
          </Link>
        ),
      )}
    </nav>
  );
}
