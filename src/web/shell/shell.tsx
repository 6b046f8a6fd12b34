/** Around every page: who is here, the way to the other pages, and 记一笔 at hand everywhere. */

import { Button } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Outlet, useRouter } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from "react";
import { aboutKey, useAbout } from "../api/about.ts";
import { startOutbox, useWaiting } from "../api/outbox.ts";
import * as queries from "../api/queries.ts";
import { useSession } from "../api/session.ts";
import { showWaiting } from "../api/shown.ts";
import { useChanges } from "../api/watch.ts";
import { type Book, BookContext, useBook } from "../base/open-book.ts";
import { useDesk } from "../base/screen.ts";
import { changeSettings, useSettings } from "../settings.ts";
import { Empty } from "../ui/empty.tsx";
import { useWords } from "../words/words.ts";
import { useEnrolment } from "./enrolment.ts";
import { EntryLayer, loadEntry } from "./entry-layer.tsx";
import { BottomBar, SideBar } from "./navigation.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { useSignOut } from "./sign-out.ts";
import { Status } from "./status.tsx";

const Start = lazy(() => import("./start.tsx"));
const SignIn = lazy(() => import("./sign-in.tsx"));
const Enrol = lazy(() => import("./enrol.tsx"));

export function Shell() {
  const words = useWords();
  const { data: about, error, refetch } = useAbout();
  const user = useUser(about?.signIn);
  const enrolment = useEnrolment(about, user.who?.id);
  const signOut = useSignOut();
  const book = useMemo<Book | undefined>(
    () =>
      about && user.who
        ? {
            userId: user.who.id,
            userName: user.who.name,
            zone: about.zone,
            today: about.today,
            version: about.version,
            signIn: about.signIn as Book["signIn"],
          }
        : undefined,
    [about, user.who],
  );
  const failed = about === undefined ? error : user.error;
  if (book !== undefined) {
    return (
      <BookContext value={book}>
        {enrolment.needed ? (
          <Suspense fallback={<Opening />}>
            <Enrol done={enrolment.done} signOut={signOut} />
          </Suspense>
        ) : (
          <Frame />
        )}
      </BookContext>
    );
  }
  if (failed) {
    const retry = () => void Promise.all([refetch(), user.retry()]);
    return <NoService text={failed.message} retry={retry} title={words.noService} />;
  }
  if (about === undefined || user.pending) return <Opening />;
  return (
    <Suspense fallback={<Opening />}>
      {about.signIn === "open" ? (
        <Start
          development={about.development}
          users={user.known}
          enter={(id) => changeSettings({ userId: id, usedAccountIds: [] })}
        />
      ) : (
        <SignIn provider={about.signIn === "provider"} />
      )}
    </Suspense>
  );
}

interface KnownUser {
  id: number;
  name: string;
  email: string;
}

/** Who is here: the chosen one of the users in open mode, else the user who has signed in. */
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
      <div className="skeleton" style={{ height: "9.25rem" }} />
      <div className="skeleton" style={{ height: "13.75rem" }} />
      <div className="skeleton" style={{ height: "13.75rem" }} />
    </main>
  );
}

/** Sends what waits in this book, and lays it over what is read. */
function useOutbox(): void {
  const client = useQueryClient();
  const { userId, zone, signIn } = useBook();
  const waiting = useWaiting(userId);
  useEffect(() => {
    const as = signIn === "open" ? undefined : userId;
    return startOutbox({ client, userId, zone, as });
  }, [client, userId, zone, signIn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read again whenever that changes
  useEffect(() => showWaiting(client, userId), [client, userId, waiting]);
}

function Frame(): ReactNode {
  const words = useWords();
  const desk = useDesk();
  const client = useQueryClient();
  const router = useRouter();
  useChanges(useBook().userId);
  useOutbox();
  useEffect(() => {
    // The dialog and the list are needed soon: they are fetched as soon as the first page stands.
    const timer = setTimeout(() => {
      // Without the network it is asked for again when it is opened.
      loadEntry().catch(() => undefined);
      void router.preloadRoute({ to: "/records" });
    }, 600);
    const again = () => void client.invalidateQueries({ queryKey: aboutKey });
    addEventListener("online", again);
    addEventListener("offline", again);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", again);
      removeEventListener("offline", again);
    };
  }, [client, router]);
  return (
    <div className={desk ? "frame frame-desk" : "frame frame-phone"}>
      <a className="skip" href="#content">
        {words.toContent}
      </a>
      {desk && <SideBar />}
      <main id="content" tabIndex={-1}>
        <Status />
        <Outlet />
      </main>
      {!desk && <BottomBar />}
      <Shortcuts />
      <EntryLayer />
    </div>
  );
}
