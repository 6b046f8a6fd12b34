/** Adding a way to be reached, or changing one. */
import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useActions } from "../api/actions.ts";
import { api } from "../api/client.ts";
import { useBook } from "../base/open-book.ts";
import { useTyped } from "../base/typed.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { Secret } from "../ui/secret.tsx";
import { showToast } from "../ui/toast.tsx";
import { type NoticeWords, useNoticeWords } from "../words/notices.ts";
import {
  type ChannelDraft,
  draftOf,
  type Field,
  fieldsOf,
  givenOf,
  isNeeded,
  kindsOffered,
  makeHookKey,
  SECRETS,
  withKind,
} from "./channel-draft.ts";
import { subscribe } from "./push.ts";
import { type Channel, type ChannelKind, channelWays, type Ways } from "./queries.ts";

interface ChannelFormProps {
  /** The one that is changed; a new one otherwise. */
  channel?: Channel | undefined;
  close: () => void;
}

export function ChannelForm({ channel, close }: ChannelFormProps) {
  const words = useNoticeWords();
  const { userId } = useBook();
  const { change } = useActions();
  const { data: ways } = useQuery(channelWays);
  const begin = () => draftOf(channel);
  const { form, set, typed } = useTyped(`channel ${channel?.id ?? "new"}`, begin, SECRETS);
  const [hookKey] = useState(makeHookKey);
  const isNewHook = form.kind === "webhook" && channel === undefined;
  const draft = isNewHook ? { ...form, key: hookKey } : form;
  // One that was typed for may be offered no longer: it is said by the service.
  const kinds = [...new Set([...kindsOffered(ways), draft.kind])];
  const save = async () => {
    // One that is there stays with the browser that it was made on.
    const reach = channel === undefined ? await reachOf(draft, ways, words) : undefined;
    await change(() => saveChannel(userId, channel, { ...draft, ...reach }, words));
    showToast({ text: words.channelSaved, tone: "good" });
    close();
  };
  return (
    <Dialog opened onClose={close} title={channel ? words.editChannel : words.addChannel}>
      <Form save={save} cancel={close} typed={typed}>
        {!channel && (
          <NativeSelect
            label={words.channelKind}
            size="md"
            value={draft.kind}
            data={kinds.map((kind) => ({ value: kind, label: words.channelKinds[kind] }))}
            onChange={(event) => set(withKind(event.currentTarget.value as ChannelKind))}
          />
        )}
        <p className="muted">{words.channelHints[draft.kind]}</p>
        {fieldsOf(draft.kind).map((field) => (
          <FieldInput
            key={field}
            field={field}
            draft={draft}
            keeps={channel !== undefined}
            set={(text) => set({ [field]: text })}
          />
        ))}
        {isNewHook && <Secret text={hookKey} hint={words.webhookKeyOnce} />}
        <TextInput
          label={words.channelName}
          size="md"
          maxLength={50}
          placeholder={words.channelKinds[draft.kind]}
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
      </Form>
    </Dialog>
  );
}

interface FieldInputProps {
  field: Field;
  draft: ChannelDraft;
  /** Left empty, it stays as it was. */
  keeps: boolean;
  set: (text: string) => void;
}

function FieldInput({ field, draft, keeps, set }: FieldInputProps) {
  const words = useNoticeWords();
  const isAddress = field === "url" || field === "server";
  return (
    <TextInput
      label={labelOf(field, draft.kind, words)}
      size="md"
      required={!keeps && isNeeded(draft.kind, field)}
      withAsterisk={false}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      inputMode={field === "to" ? "email" : isAddress ? "url" : "text"}
      placeholder={keeps ? words.keepsKey : isAddress ? "https://" : ""}
      value={draft[field]}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

function labelOf(field: Field, kind: ChannelKind, words: NoticeWords): string {
  if (field === "key") return words.channelKeys[kind];
  if (field === "topic") return words.channelTopic;
  if (field === "to") return words.channelTo;
  return field === "url" ? words.channelUrl : words.channelServer;
}

/** Of this browser its subscription, which nobody can type. */
async function reachOf(
  { kind }: ChannelDraft,
  ways: Ways | undefined,
  words: NoticeWords,
): Promise<Pick<ChannelDraft, "url" | "key"> | undefined> {
  if (kind !== "webpush" || ways?.pushKey === undefined) return undefined;
  const reach = await subscribe(ways.pushKey);
  if (reach === undefined) throw new Error(words.pushRefused);
  return reach;
}

function saveChannel(
  userId: number,
  channel: Channel | undefined,
  draft: ChannelDraft,
  words: NoticeWords,
): Promise<Channel> {
  const { kind } = draft;
  const name = draft.name.trim() || words.channelKinds[kind];
  const given = givenOf(draft);
  if (channel === undefined) {
    return api("POST /api/channels", { body: { userId, kind, name, ...given } });
  }
  const { id, updatedAt } = channel;
  const body = { userId, name, updatedAt, ...given };
  return api("PUT /api/channels/:id", { params: { id }, query: {}, body });
}
