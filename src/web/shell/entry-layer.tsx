/** 记一笔 over every page: its form, or first an account to book on; and what an address asks for. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import * as queries from "../api/queries.ts";
import { invitationIn } from "../base/invitation-link.ts";
import { useBook } from "../base/open-book.ts";
import { closeEntry, type Entry, openEntry, useEntryRequest } from "../entry/entry-store.ts";
import { useRepeated } from "../entry/repeat-store.ts";
import { showToast } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";

export const loadEntry = () => import("../entry/entry-dialog.tsx");
const EntryDialog = lazy(loadEntry);
const PlanFromEntry = lazy(() => import("../plans/plan-from-entry.tsx"));
const FirstAccount = lazy(() => import("../accounts/first-account.tsx"));

export function EntryLayer() {
  const entry = useEntryRequest();
  const repeated = useRepeated();
  useAddress();
  return (
    <Suspense fallback={null}>
      {entry && <Opened entry={entry} />}
      {repeated && <PlanFromEntry repeated={repeated} />}
    </Suspense>
  );
}

function Opened({ entry }: { entry: Entry }) {
  const { userId } = useBook();
  const { data } = useQuery(queries.accounts(userId));
  const isNew = entry.record === undefined && entry.transfer === undefined;
  // Without an account nothing can be booked: one is made first, then the form goes on.
  if (isNew && data?.every(({ archived }) => archived)) return <FirstAccount close={closeEntry} />;
  return <EntryDialog entry={entry} />;
}

/** Opens the form as `/?new=1&amount=…` says, once: it leaves the address, and books nothing. So does an invitation. */
function useAddress(): void {
  const { userId, signIn } = useBook();
  const words = useWords();
  const client = useQueryClient();
  const router = useRouter();
  const hash = useLocation({ select: (at) => at.hash });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read again whenever it changes
  useEffect(() => {
    const asked = new URLSearchParams(location.search);
    const isInvited = invitationIn(location) !== "" && signIn !== "open";
    if (!asked.has("new") && !isInvited) return;
    void router.navigate({ to: "/", search: {}, replace: true });
    // An invitation is for somebody else than who has signed in here.
    if (isInvited) {
      showToast({ text: words.invitedWhileSignedIn });
      return;
    }
    void (async () => {
      const { askedForm } = await import("../entry/asked-form.ts");
      const accounts = await client.fetchQuery(queries.accounts(userId)).catch(() => []);
      const form = askedForm(asked, accounts);
      openEntry(Object.keys(form).length > 0 ? { form } : {});
    })();
  }, [client, router, hash, userId, signIn, words]);
}
