/** Around every page: who is here, the way to the other pages, and 记一笔 at hand everywhere. */

import { Button } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from "react";
import type { Day } from "../../ledger/calendar.ts";
import * as queries from "../api/queries.ts";
import { useSession } from "../api/session.ts";
import { useChanges } from "../api/watch.ts";
import { openEntry, useEntryRequest } from "../entry/entry-store.ts";
import { Empty } from "../parts/empty.tsx";
import { changeSettings, useSettings } from "../settings.ts";
import { useWords } from "../words/words.ts";
import { type Book, BookContext, useBook } from "./book.ts";
import { BottomBar, SideBar } from "./navigation.tsx";
import { useDesk } from "./screen.ts";
import { Shortcuts } from "./shortcuts.tsx";

const loadEntry = () => import("../entry/entry-dialog.tsx");
const EntryDialog = lazy(loadEntry);
const Start = lazy(() => import("../pages/start.tsx"));
const SignIn = lazy(() => import("../pages/sign-in.tsx"));

export function Shell() {
  const words = useWords();
  const about = useQuery(queries.about);
  const user = useUser(about.data?.signIn);
  const book = useMemo<Book | undefined>(
    () =>
      about.data && user.who
        ? {
            userId: user.who.id,
            userName: user.who.name,
            zone: about.data.zone,
            today: about.data.today as Day,
            version: about.data.version,
            signIn: about.data.signIn as Book["signIn"],
          }
        : undefined,
    [about.data, user.who],
  );
  const failed = about.data === undefined ? about.error : user.error;
  if (book !== undefined) {
    return (
      <BookContext value={book}>
        <Frame />
      </BookContext>
    );
  }
  if (failed) {
    const retry = () => void Promise.all([about.refetch(), user.retry()]);
    return <NoService text={failed.message} retry={retry} title={words.noService} />;
  }
  if (about.data === undefined || user.pending) return <Opening />;
  return (
    <Suspense fallback={<Opening />}>
      {about.data.signIn === "open" ? (
        <Start
          development={about.data.development}
          users={user.known}
          enter={(id) => changeSettings({ userId: id, lastAccountId: 0 })}
        />
      ) : (
        <SignIn provider={about.data.signIn === "provider"} />
      )}
    </Suspense>
  );
}

interface KnownUser {
  id: number;
  name: string;
  email: string;
}

/** Who is here: the chosen one of the users in open mode, else whoever has signed in. */
function useUser(signIn: string | undefined) {
  const users = useQuery({ ...queries.users, enabled: signIn === "open" });
  const session = useSession();
  const { userId } = useSettings();
  const known: KnownUser[] = users.data ?? [];
  const open = signIn === "open";
  return {
    who: open
      ? known.find(({ id }) => id === userId)
      : signIn === undefined
        ? undefined
        : session?.user,
    known,
    pending: open && users.isPending,
    error: open && users.data === undefined ? users.error : null,
    retry: () => (open ? users.refetch() : Promise.resolve()),
  };
}

function NoService({ title, text, retry }: { title: string; text: string; retry: () => void }) {
  const words = useWords();
  return (
    <main className="lonely">
      <Empty
        icon={<IconPlugConnectedX size={40} stroke={1.5} />}
        title={title}
        hint={`${text}。${words.noServiceHint}`}
      >
        <Button onClick={retry}>{words.retry}</Button>
      </Empty>
    </main>
  );
}

/** The outline of the app while it learns whose book is open. */
function Opening() {
  const words = useWords();
  return (
    <main className="opening" aria-busy="true" aria-label={words.loading}>
      <div className="skeleton" style={{ height: 148 }} />
      <div className="skeleton" style={{ height: 220 }} />
      <div className="skeleton" style={{ height: 220 }} />
    </main>
  );
}

function Frame(): ReactNode {
  const words = useWords();
  const desk = useDesk();
  const entry = useEntryRequest();
  const client = useQueryClient();
  useChanges(useBook().userId);
  const offline = useQuery(queries.about).error?.name === "OfflineError";
  useEffect(() => {
    // The dialog is needed soon: it is fetched as soon as the first page stands.
    const timer = setTimeout(() => void loadEntry(), 600);
    if (new URLSearchParams(location.search).has("new")) openEntry();
    const again = () => void client.invalidateQueries({ queryKey: ["about"] });
    addEventListener("online", again);
    addEventListener("offline", again);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", again);
      removeEventListener("offline", again);
    };
  }, [client]);
  return (
    <div className={desk ? "frame frame-desk" : "frame frame-phone"}>
      <a className="skip" href="#content">
        {words.toContent}
      </a>
      {desk && <SideBar />}
      <main id="content" tabIndex={-1}>
        {offline && (
          <div className="banner" role="status">
            {words.offlineBanner}
          </div>
        )}
        <Outlet />
      </main>
      {!desk && <BottomBar />}
      <Shortcuts />
      <Suspense fallback={null}>{entry && <EntryDialog entry={entry} />}</Suspense>
    </div>
  );
}
