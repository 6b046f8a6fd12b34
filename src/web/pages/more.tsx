/** On the phone: the pages that the bar has no room for. */
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useBook } from "../base/open-book.ts";
import { PAGES } from "../shell/navigation.tsx";
import { Page } from "../ui/page.tsx";
import { useWords } from "../words/words.ts";
import "./more.css";

const HERE = PAGES.filter(({ to }) => to !== "/" && to !== "/records" && to !== "/statistics");

export function More() {
  const words = useWords();
  const { userName, version } = useBook();
  return (
    <Page title={words.more}>
      <div className="card more-user">
        <span className="avatar" aria-hidden="true">
          {[...userName][0]}
        </span>
        <strong className="ellipsis">{userName}</strong>
      </div>
      <ul className="card more-list">
        {HERE.map(({ to, name, icon: Icon }) => (
          <li key={to}>
            <Link to={to}>
              <Icon size={22} stroke={1.7} aria-hidden="true" />
              <span>{words[name]}</span>
              <IconChevronRight size={18} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      <p className="muted center">
        {words.appName} {version}
      </p>
    </Page>
  );
}
