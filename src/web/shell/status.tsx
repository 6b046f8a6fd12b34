/** Above every page: that the service cannot be asked, how old what is seen is, and what waits. */
import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useAbout } from "../api/about.ts";
import { oldestShown } from "../api/shown.ts";
import { momentText } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import { WaitingList } from "../records/waiting-list.tsx";
import { useWords } from "../words/words.ts";

export function Status() {
  const words = useWords();
  const { zone, today } = useBook();
  const unreachable = useAbout().data?.unreachable;
  const since = useOldest(unreachable === undefined);
  const moment = since && momentText(since, zone, today, words);
  const reason = unreachable === "offline" ? words.offlineBanner : words.failingBanner;
  return (
    <>
      {(unreachable || since !== undefined) && (
        <div className="banner" role="status">
          {[reason, moment && words.asOf(moment)].filter(Boolean).join(" · ")}
        </div>
      )}
      <WaitingList />
    </>
  );
}

/** When the oldest of what is on screen was said; of what could not be read again only, if asked. */
function useOldest(failed: boolean): number | undefined {
  const client = useQueryClient();
  const { userId } = useBook();
  const cache = client.getQueryCache();
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => oldestShown(client, userId, failed),
  );
}
