/** In open mode: whose book is opened, a new one, or the demonstration. */
import { Button, TextInput } from "@mantine/core";
import { IconArrowRight, IconSparkles } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../api/client.ts";
import { useTitle } from "../ui/page.tsx";
import { showError } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";
import { Brand } from "./brand.tsx";
import "./start.css";

interface StartProps {
  users: { id: number; name: string; email: string }[];
  development: boolean;
  enter: (userId: number) => void;
}

export default function Start({ users, development, enter }: StartProps) {
  const words = useWords();
  useTitle(words.chooseUser);
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const come = async (make: () => Promise<number>) => {
    setBusy(true);
    try {
      const id = await make();
      await client.refetchQueries({ queryKey: ["users"] });
      enter(id);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className="start">
      <Brand />
      {users.length > 0 && (
        <section className="card">
          <div className="card-head">
            <h2>{words.chooseUser}</h2>
          </div>
          <p className="muted">{words.chooseUserHint}</p>
          <ul className="user-list">
            {users.map(({ id, name, email }) => (
              <li key={id}>
                <button type="button" onClick={() => enter(id)}>
                  <span className="avatar" aria-hidden="true">
                    {[...name][0]}
                  </span>
                  <span className="record-text">
                    <span className="ellipsis">{name}</span>
                    <span className="record-sub ellipsis">{email}</span>
                  </span>
                  <IconArrowRight size={18} stroke={1.7} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {development && <NewUser busy={busy} come={come} open={users.length === 0} />}
      {development && (
        <section className="card start-demo">
          <IconSparkles size={26} stroke={1.5} aria-hidden="true" />
          <p>{words.loadDemoHint}</p>
          <Button
            variant="light"
            loading={busy}
            onClick={() => come(async () => (await api("GET /api/init-test-data", {})).userId)}
          >
            {words.loadDemo}
          </Button>
        </section>
      )}
    </main>
  );
}

interface NewUserProps {
  busy: boolean;
  open: boolean;
  come: (make: () => Promise<number>) => Promise<void>;
}

function NewUser({ busy, come, open }: NewUserProps) {
  const words = useWords();
  const [opened, setOpened] = useState(open);
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void come(async () => (await api("POST /api/users", { body: { name, email } })).id);
  };
  if (!opened) {
    return (
      <Button variant="default" onClick={() => setOpened(true)}>
        {words.createUser}
      </Button>
    );
  }
  return (
    <section className="card">
      <div className="card-head">
        <h2>{words.createUser}</h2>
      </div>
      <form className="form" onSubmit={submit}>
        <TextInput
          label={words.userName}
          required
          withAsterisk={false}
          maxLength={100}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={words.email}
          description={words.emailHint}
          inputWrapperOrder={["label", "input", "description"]}
          type="email"
          required
          withAsterisk={false}
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy}>
          {words.enter}
        </Button>
      </form>
    </section>
  );
}
