/** Where the service asks who comes: signing in, or registering. */
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useAbout } from "../api/about.ts";
import { api, type OutputOf } from "../api/client.ts";
import { PasskeyError, passkeyBar, signInByPasskey } from "../api/passkey.ts";
import * as queries from "../api/queries.ts";
import { startProviderSession, startSession } from "../api/session.ts";
import { useTitle } from "../ui/page.tsx";
import { showError, showToast } from "../ui/toast.tsx";
import { useSignInWords } from "../words/sign-in.ts";
import { useWords } from "../words/words.ts";
import { Brand } from "./brand.tsx";
import { CodeForm } from "./code-form.tsx";
import "./start.css";
import { invitationIn } from "../base/invitation-link.ts";
import { Form } from "../ui/form.tsx";

export default function SignIn({ provider }: { provider: boolean }) {
  const words = useWords();
  const invitation = useInvitation();
  const { data, isPending } = useQuery({ ...queries.registration, enabled: !provider });
  const [chosen, setChosen] = useState<boolean>();
  const [ticket, setTicket] = useState<string>();
  const registering = chosen ?? (invitation !== "" || data?.needs === "first-code");
  useTitle(registering ? words.register : words.signIn);
  const form = registering ? (
    <RegisterForm key={invitation} needs={data?.needs} invitation={invitation} />
  ) : (
    <>
      <PasswordForm askCode={setTicket} />
      <PasskeySignIn />
    </>
  );
  if (ticket !== undefined) {
    return (
      <main className="start">
        <Brand />
        <CodeForm ticket={ticket} back={() => setTicket(undefined)} />
      </main>
    );
  }
  return (
    <main className="start">
      <Brand />
      {provider ? <ProviderForm /> : isPending ? <FormSkeleton /> : form}
      {!provider && !isPending && (
        <button type="button" className="text-button" onClick={() => setChosen(!registering)}>
          {registering ? words.haveAccount : words.noAccountYet}
        </button>
      )}
    </main>
  );
}

/** Signing in without email and password, where this page has passkeys. */
function PasskeySignIn() {
  const words = useSignInWords();
  const client = useQueryClient();
  const { data: about } = useAbout();
  const [busy, setBusy] = useState(false);
  if (passkeyBar(about?.passkeyHost) !== undefined) return null;
  const enter = async () => {
    setBusy(true);
    try {
      client.removeQueries({ queryKey: ["book"] });
      startSession(await signInByPasskey());
    } catch (error) {
      if (error instanceof PasskeyError) showToast({ text: words.passkeyCancelled, tone: "bad" });
      else showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" size="md" loading={busy} onClick={enter}>
      {words.passkeySignIn}
    </Button>
  );
}

function FormSkeleton() {
  return <div className="skeleton" style={{ height: "16rem" }} aria-hidden="true" />;
}

/** The code of an invitation's link, which leaves the address; also of one that is opened while this page stands. */
function useInvitation(): string {
  const router = useRouter();
  const hash = useLocation({ select: (at) => at.hash });
  const [invitation, setInvitation] = useState(() => invitationIn(location));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read again whenever it changes
  useEffect(() => {
    const code = invitationIn(location);
    if (code === "") return;
    setInvitation(code);
    void router.navigate({ to: "/", search: {}, replace: true });
  }, [router, hash]);
  return invitation;
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

function useField(given = "") {
  const [value, setValue] = useState(given);
  return {
    value,
    required: true,
    withAsterisk: false,
    size: "md",
    onChange: (event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value),
  };
}

function PasswordForm({ askCode }: { askCode: (ticket: string) => void }) {
  const words = useWords();
  const email = useField();
  const password = useField();
  const send = async () => {
    const body = { email: email.value, password: password.value };
    const answer = await api("POST /api/auth/login", { body });
    if ("ticket" in answer) askCode(answer.ticket);
    else startSession(answer);
  };
  return (
    <SignInForm title={words.signIn} send={send}>
      <TextInput label={words.email} type="email" autoComplete="username" {...email} />
      <PasswordInput label={words.password} autoComplete="current-password" {...password} />
    </SignInForm>
  );
}

interface RegisterFormProps {
  /** What registering needs; undefined when the service could not say. */
  needs: OutputOf<"GET /api/auth/registration">["needs"] | undefined;
  invitation: string;
}

function RegisterForm({ needs, invitation: given }: RegisterFormProps) {
  const words = useWords();
  const name = useField();
  const email = useField();
  const password = useField();
  const invitation = useField(given);
  const isFirst = needs === "first-code";
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
      {isFirst && <p className="muted">{words.firstRegistration}</p>}
      <TextInput label={words.userName} autoComplete="name" maxLength={100} {...name} />
      <TextInput label={words.email} type="email" autoComplete="username" {...email} />
      <PasswordInput
        label={words.password}
        description={words.passwordHint}
        autoComplete="new-password"
        minLength={10}
        {...password}
      />
      {(needs !== "nothing" || given !== "") && (
        <TextInput
          label={isFirst ? words.firstCode : words.invitation}
          description={isFirst ? words.firstCodeHint : words.invitationHint}
          autoComplete="off"
          {...invitation}
          required={needs === "first-code" || needs === "invitation"}
        />
      )}
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
