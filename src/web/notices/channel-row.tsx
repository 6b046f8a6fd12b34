/** One way to be reached: how it fares, and what can be done. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { useActions } from "../api/actions.ts";
import { api } from "../api/client.ts";
import { useBook } from "../base/open-book.ts";
import { Row } from "../ui/row.tsx";
import { showError, showToast } from "../ui/toast.tsx";
import { type NoticeWords, useNoticeWords } from "../words/notices.ts";
import type { Channel } from "./queries.ts";

interface ChannelRowProps {
  channel: Channel;
  edit: () => void;
}

export function ChannelRow({ channel, edit }: ChannelRowProps) {
  const words = useNoticeWords();
  const { busy, send, turn, remove } = useChannelActs(channel, words);
  const isOff = channel.state === "off";
  return (
    <>
      <Row label={channel.name} hint={hintOf(channel, words)}>
        {!isOff && (
          <Button variant="light" loading={busy} onClick={send}>
            {words.tryChannel}
          </Button>
        )}
      </Row>
      <div className="channel-acts">
        <Button variant="subtle" disabled={busy} onClick={edit}>
          {words.channelChange}
        </Button>
        <Button variant="subtle" disabled={busy} onClick={turn}>
          {isOff ? words.channelOn : words.channelTurnOff}
        </Button>
        <Button variant="subtle" color="red" disabled={busy} onClick={remove}>
          {words.channelDelete}
        </Button>
      </div>
    </>
  );
}

function useChannelActs({ id, state }: Channel, words: NoticeWords) {
  const { userId } = useBook();
  const { change } = useActions();
  const [busy, setBusy] = useState(false);
  const doing = (work: () => Promise<unknown>) => async () => {
    setBusy(true);
    try {
      await change(work);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const send = async () => {
    const sent = await api("POST /api/channels/:id/test", { params: { id }, query: { userId } });
    if (sent.state === "sent") showToast({ text: words.channelSent, tone: "good" });
    else showError(new Error(words.channelNotSent(sent.fault ?? "")));
  };
  const turn = () => {
    const body = { userId, state: state === "off" ? ("active" as const) : ("off" as const) };
    return api("PUT /api/channels/:id", { params: { id }, query: {}, body });
  };
  const remove = async () => {
    await api("DELETE /api/channels/:id", { params: { id }, query: { userId } });
    showToast({ text: words.channelDeleted, tone: "good" });
  };
  return { busy, send: doing(send), turn: doing(turn), remove: doing(remove) };
}

function hintOf({ kind, target, state, failing, fault }: Channel, words: NoticeWords): string {
  if (state === "off") return words.channelOff;
  if (state === "gone") return words.channelGone;
  if (fault !== undefined) return failing ? words.channelFailing(fault) : words.channelFault(fault);
  return words.channelWell(words.channelKinds[kind], target);
}
