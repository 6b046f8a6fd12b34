/** Where the service asks who comes: signing in, or registering. */
import { PasswordInput, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "../api/client.ts";
import { startProviderSession, startSession } from "../api/session.ts";
import { useTitle } from "../ui/page.tsx";
import { useWords } from "../words/words.ts";
import { Logo } from "./navigation.tsx";
import "./start.css";
import { Form } from "../ui/form.tsx";

export default function SignIn({ provider }: { provider: boolean }) {
  const words = useWords();
  const [registering, setRegistering] = useState(false);
  useTitle(registering ? words.register : words.signIn);
  return (
    <main className="start">
      <div className="start-brand">
        <Logo size={64} />
        <h1>{words.appName}</h1>
        <p>{words.slogan}</p>
      </div>
      {provider ? <ProviderForm /> : registering ? <RegisterForm /> : <PasswordForm />}
      {!provider && (
        <button type="button" className="text-button" onClick={() => setRegistering(!registering)}>
          {registering ? words.haveAccount : words.noAccountYet}
        </button>
      )}
    </main>
  );
}

interface SignInFormProps {
  title: string;
  send: () => Promise<void>;
  children: ReactNode;
}

/** A form whose answer lets in, or says why not. Nothing of an earlier user stays in memory. */
function SignInForm({ title, send, children }: SignInFormProps) {
  const client = useQueryClient();
  const save = async () => {
    client.removeQueries({ queryKey: ["book"] });
    await send();
  };
  return (
    <section className="card">
      <div className="card-head">
        <h2>{title}</h2>
      </div>
      <Form save={save} label={title}>
        {children}
      </Form>
    </section>
  );
}

function useField() {
  const [value, setValue] = useState("");
  return {
    value,
    required: true,
    withAsterisk: false,
    size: "md",
    onChange: (event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value),
  };
}

function PasswordForm() {
  const words = useWords();
  const email = useField();
  const password = useField();
  const send = async () =>
    startSession(
      await api("POST /api/auth/login", { body: { email: email.value, password: password.value } }),
    );
  return (
    <SignInForm title={words.signIn} send={send}>
      <TextInput label={words.email} type="email" autoComplete="username" {...email} />
      <PasswordInput label={words.password} autoComplete="current-password" {...password} />
    </SignInForm>
  );
}

function RegisterForm() {
  const words = useWords();
  const name = useField();
  const email = useField();
  const password = useField();
  const invitation = useField();
  const send = async () => {
    const body = { name: name.value, email: email.value, password: password.value };
    const invited = invitation.value.trim();
    startSession(
      await api("POST /api/auth/register", {
        body: { ...body, ...(invited !== "" && { invitation: invited }) },
      }),
    );
  };
  return (
    <SignInForm title={words.register} send={send}>
      <TextInput label={words.userName} autoComplete="name" maxLength={100} {...name} />
      <TextInput label={words.email} type="email" autoComplete="username" {...email} />
      <PasswordInput
        label={words.password}
        description={words.passwordHint}
        autoComplete="new-password"
        minLength={10}
        {...password}
      />
      <TextInput label={words.invitation} {...invitation} required={false} />
    </SignInForm>
  );
}

function ProviderForm() {
  const words = useWords();
  const token = useField();
  const send = async () => {
    const response = await fetch("/api/auth/me", {
      headers: { authorization: `Bearer ${token.value.trim()}` },
    });
    const envelope = await response.json();
    if (!envelope.success) throw new Error(envelope.message);
    startProviderSession(envelope.data.user, token.value.trim());
  };
  return (
    <SignInForm title={words.signIn} send={send}>
      <p className="muted">{words.providerHint}</p>
      <PasswordInput label={words.accessToken} autoComplete="off" {...token} />
    </SignInForm>
  );
}
