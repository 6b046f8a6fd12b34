/** Adding a way to be reached, or changing one. */
import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useActions } from "../api/actions.ts";
import { api } from "../api/client.ts";
import { useBook } from "../base/open-book.ts";
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
  KINDS,
  withKind,
} from "./channel-draft.ts";
import type { Channel, ChannelKind } from "./queries.ts";

interface ChannelFormProps {
  /** The one that is changed; a new one otherwise. */
  channel?: Channel | undefined;
  close: () => void;
}

export function ChannelForm({ channel, close }: ChannelFormProps) {
  const words = useNoticeWords();
  const { userId } = useBook();
  const { change } = useActions();
  const [draft, setDraft] = useState(() => draftOf(channel));
  const save = async () => {
    await change(() => saveChannel(userId, channel, draft, words));
    showToast({ text: words.channelSaved, tone: "good" });
    close();
  };
  return (
    <Dialog opened onClose={close} title={channel ? words.editChannel : words.addChannel}>
      <Form save={save} cancel={close}>
        {!channel && (
          <NativeSelect
            label={words.channelKind}
            size="md"
            value={draft.kind}
            data={KINDS.map((kind) => ({ value: kind, label: words.channelKinds[kind] }))}
            onChange={(event) =>
              setDraft(withKind(draft, event.currentTarget.value as ChannelKind))
            }
          />
        )}
        <p className="muted">{words.channelHints[draft.kind]}</p>
        {fieldsOf(draft.kind).map((field) => (
          <FieldInput
            key={field}
            field={field}
            draft={draft}
            keeps={channel !== undefined}
            set={(text) => setDraft({ ...draft, [field]: text })}
          />
        ))}
        {draft.kind === "webhook" && !channel && (
          <Secret text={draft.key} hint={words.webhookKeyOnce} />
        )}
        <TextInput
          label={words.channelName}
          size="md"
          maxLength={50}
          placeholder={words.channelKinds[draft.kind]}
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
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
  return (
    <TextInput
      label={labelOf(field, draft.kind, words)}
      size="md"
      required={!keeps && isNeeded(draft.kind, field)}
      withAsterisk={false}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      inputMode={field === "url" || field === "server" ? "url" : "text"}
      placeholder={keeps ? words.keepsKey : field === "url" || field === "server" ? "https://" : ""}
      value={draft[field]}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

function labelOf(field: Field, kind: ChannelKind, words: NoticeWords): string {
  if (field === "key") return words.channelKeys[kind];
  if (field === "topic") return words.channelTopic;
  return field === "url" ? words.channelUrl : words.channelServer;
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
