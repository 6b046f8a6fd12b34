/** The card of the settings about reminders: when, with what, by which ways, and what was sent. */
import { Button, NativeSelect, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useActions } from "../api/actions.ts";
import { api, type OutputOf } from "../api/client.ts";
import { useBook } from "../base/open-book.ts";
import { ReadError } from "../ui/error-boundary.tsx";
import { Card } from "../ui/page.tsx";
import { Row } from "../ui/row.tsx";
import { showError } from "../ui/toast.tsx";
import { useNoticeWords } from "../words/notices.ts";
import { ChannelRow } from "./channel-row.tsx";
import * as queries from "./queries.ts";
import "./notices.css";

const ChannelForm = lazy(async () => ({
  default: (await import("./channel-form.tsx")).ChannelForm,
}));

export function NoticesCard() {
  const words = useNoticeWords();
  const { userId } = useBook();
  const { data, error, refetch } = useQuery(queries.channels(userId));
  const [open, setOpen] = useState<{ channel?: queries.Channel }>();
  return (
    <Card title={words.reminders}>
      <p className="muted">{words.remindersHint}</p>
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {data?.map((channel) => (
        <ChannelRow key={channel.id} channel={channel} edit={() => setOpen({ channel })} />
      ))}
      {data && data.length > 0 && <When />}
      <Button variant="light" onClick={() => setOpen({})}>
        {words.addChannel}
      </Button>
      {data && data.length > 0 && <Latest />}
      {open && (
        <Suspense>
          <ChannelForm channel={open.channel} close={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Card>
  );
}

type NoticeSettings = OutputOf<"GET /api/notices/settings">;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** What is chosen is shown at once, and as it was again where it could not be kept. */
function useNoticeSettings() {
  const { userId } = useBook();
  const { change } = useActions();
  const { data } = useQuery(queries.noticeSettings(userId));
  const [chosen, setChosen] = useState<Partial<NoticeSettings>>({});
  const set = async (fields: Partial<NoticeSettings>) => {
    setChosen((last) => ({ ...last, ...fields }));
    try {
      await change(() => api("PUT /api/notices/settings", { body: { userId, ...fields } }));
    } catch (error) {
      setChosen({});
      showError(error);
    }
  };
  return { settings: data && { ...data, ...chosen }, set };
}

function When() {
  const words = useNoticeWords();
  const { settings, set } = useNoticeSettings();
  if (!settings) return null;
  return (
    <>
      <Row label={words.remindHour}>
        <NativeSelect
          aria-label={words.remindHour}
          value={String(settings.hour)}
          data={HOURS.map((hour) => ({ value: String(hour), label: words.hourOf(hour) }))}
          onChange={(event) => void set({ hour: Number(event.currentTarget.value) })}
        />
      </Row>
      <Either
        label={words.showAmountsInNotices}
        hint={words.showAmountsHint}
        ways={[words.amountsLeftOut, words.amountsShown]}
        chosen={settings.showAmounts ? 1 : 0}
        choose={(way) => void set({ showAmounts: way === 1 })}
      />
      <Either
        label={words.howMany}
        hint={words.howManyHint}
        ways={[words.allInOne, words.oneByOne]}
        chosen={settings.digest ? 0 : 1}
        choose={(way) => void set({ digest: way === 0 })}
      />
    </>
  );
}

interface EitherProps {
  label: string;
  hint: string;
  ways: [string, string];
  /** Which of the ways holds. */
  chosen: 0 | 1;
  choose: (way: number) => void;
}

/** A setting that holds one way or the other. */
function Either({ label, hint, ways, chosen, choose }: EitherProps) {
  return (
    <Row label={label} hint={hint}>
      <SegmentedControl
        aria-label={label}
        value={String(chosen)}
        data={ways.map((way, at) => ({ value: String(at), label: way }))}
        onChange={(value) => choose(Number(value))}
      />
    </Row>
  );
}

/** As many as tell how it has been going. */
const LATEST = 5;

function Latest() {
  const words = useNoticeWords();
  const { userId } = useBook();
  const { data } = useQuery(queries.notices(userId));
  if (!data || data.length === 0) return null;
  return (
    <details className="notices-latest">
      <summary>{words.lastNotices}</summary>
      <ul>
        {data.slice(0, LATEST).map((notice) => (
          <LatestNotice key={notice.id} notice={notice} />
        ))}
      </ul>
    </details>
  );
}

function LatestNotice({ notice }: { notice: queries.Notice }) {
  const words = useNoticeWords();
  const { zone } = useBook();
  const { state, lines, fault, sentAt = "", nextAt = "" } = notice;
  const said =
    state === "sent"
      ? words.noticeSent(timeOf(sentAt, zone))
      : state === "failed"
        ? words.noticeFailed
        : words.noticeWaits(timeOf(nextAt, zone));
  return (
    <li>
      {lines.join("；")}
      <div className="record-sub">{fault === undefined ? said : `${said}（${fault}）`}</div>
    </li>
  );
}

function timeOf(instant: string, zone: string): string {
  return new Intl.DateTimeFormat("zh-CN", {
    timeZone: zone,
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  }).format(new Date(instant));
}
