/** 订阅到日历: an address that a calendar reads the plans from, shown once. */
import { Button, Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dayOfDate } from "../api/models.ts";
import { shortDay } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import { Dialog } from "../ui/dialog.tsx";
import { ReadError } from "../ui/error-boundary.tsx";
import { Secret } from "../ui/secret.tsx";
import { showError, showToast } from "../ui/toast.tsx";
import { usePlanWords } from "../words/plans.ts";
import { usePlanActions } from "./actions.ts";
import { feed } from "./queries.ts";

export function FeedDialog({ close }: { close: () => void }) {
  const words = usePlanWords();
  const { userId } = useBook();
  const { data, error, refetch } = useQuery(feed(userId));
  return (
    <Dialog opened onClose={close} title={words.feed}>
      <p>{words.feedHow}</p>
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {!error && !data && <div className="skeleton" style={{ height: "6rem" }} />}
      {data && <Address since={data.createdAt} shown={data.amounts === true} />}
    </Dialog>
  );
}

/** `since` says when it was made, where there is one; `shown` whether amounts stand there. */
function Address({ since, shown }: { since: string | undefined; shown: boolean }) {
  const words = usePlanWords();
  const { today, zone } = useBook();
  const { makeFeed, endFeed } = usePlanActions();
  const [amounts, setAmounts] = useState(shown);
  const [url, setUrl] = useState<string>();
  const make = () => void makeFeed(amounts).then(setUrl).catch(showError);
  const end = async () => {
    await endFeed();
    setUrl(undefined);
    showToast({ text: words.feedEnded, tone: "good" });
  };
  return (
    <>
      {url !== undefined && <Secret text={url} hint={words.feedOnce} />}
      {since !== undefined && url === undefined && (
        <p className="muted">{words.feedSince(shortDay(dayOfDate(since, zone), today, words))}</p>
      )}
      <Checkbox
        checked={amounts}
        label={words.feedAmounts}
        my="md"
        onChange={(event) => setAmounts(event.currentTarget.checked)}
      />
      <div className="plan-tools">
        <Button variant={since === undefined ? "filled" : "default"} onClick={make}>
          {since === undefined ? words.makeFeed : words.renewFeed}
        </Button>
        {since !== undefined && (
          <Button variant="subtle" color="red" onClick={() => void end().catch(showError)}>
            {words.endFeed}
          </Button>
        )}
      </div>
    </>
  );
}
