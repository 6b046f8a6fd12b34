/** The part of the settings about who may come in: password, devices. */
import { Button, PasswordInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { dayOf } from "../../ledger/calendar.ts";
import { api } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import { deviceName } from "../base/device.ts";
import { useBook } from "../base/open-book.ts";
import { CurrentPassword } from "../shell/prove-again.tsx";
import { ReadError } from "../ui/error-boundary.tsx";
import { Form } from "../ui/form.tsx";
import { Card } from "../ui/page.tsx";
import { Row } from "../ui/row.tsx";
import { showToast } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";

export function PasswordCard() {
  const words = useWords();
  const [changing, setChanging] = useState(false);
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const save = async () => {
    await api("POST /api/auth/password", { body: { currentPassword, newPassword } });
    showToast({ text: words.passwordChanged, tone: "good" });
    setChanging(false);
  };
  if (!changing) {
    return (
      <Row label={words.password}>
        <Button variant="default" onClick={() => setChanging(true)}>
          {words.changePassword}
        </Button>
      </Row>
    );
  }
  return (
    <Form save={save} cancel={() => setChanging(false)}>
      <CurrentPassword value={currentPassword} change={setCurrent} />
      <PasswordInput
        label={words.newPassword}
        description={words.passwordHint}
        size="md"
        required
        withAsterisk={false}
        minLength={10}
        autoComplete="new-password"
        value={newPassword}
        onChange={(event) => setNew(event.currentTarget.value)}
      />
    </Form>
  );
}

/** Ending another device asks for the password: who holds this one may not be its owner. */
function EndSession({ session, done }: { session: string; done: () => void }) {
  const words = useWords();
  const [currentPassword, setCurrent] = useState("");
  const save = async () => {
    await api("DELETE /api/auth/sessions/:session", {
      params: { session },
      body: { currentPassword },
    });
    done();
  };
  return (
    <Form save={save} cancel={done} label={words.endSession}>
      <CurrentPassword value={currentPassword} change={setCurrent} />
    </Form>
  );
}

export function SessionsCard() {
  const words = useWords();
  const { zone } = useBook();
  const { data, error, refetch } = useQuery(queries.sessions);
  const [ending, setEnding] = useState<string>();
  const done = () => {
    setEnding(undefined);
    void refetch();
  };
  return (
    <Card title={words.sessions}>
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {!data && !error && <div className="skeleton" style={{ height: "3.75rem" }} />}
      {data?.map(({ id, device, address, lastUsedAt, current }) => (
        <Fragment key={id}>
          <Row
            label={current ? `${deviceName(device)} · ${words.thisDevice}` : deviceName(device)}
            hint={`${address} · ${words.lastUsed(dayOf(Date.parse(lastUsedAt), zone))}`}
          >
            {!current && ending !== id && (
              <Button variant="subtle" color="red" onClick={() => setEnding(id)}>
                {words.endSession}
              </Button>
            )}
          </Row>
          {ending === id && <EndSession session={id} done={done} />}
        </Fragment>
      ))}
    </Card>
  );
}
