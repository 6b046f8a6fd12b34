/** Access tokens, and how a phone's shortcut uses one. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dayOf } from "../../ledger/calendar.ts";
import { api } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import { deviceName } from "../base/device.ts";
import { useBook } from "../base/open-book.ts";
import { useTyped } from "../base/typed.ts";
import { ReadError } from "../ui/error-boundary.tsx";
import { Card } from "../ui/page.tsx";
import { Row } from "../ui/row.tsx";
import { Secret } from "../ui/secret.tsx";
import { showError } from "../ui/toast.tsx";
import { useWords, type Words } from "../words/words.ts";
import "./settings-tokens.css";
import { Form } from "../ui/form.tsx";

const SCOPES = { create: ["create"], read: ["read"], both: ["read", "write"] } as const;

export function TokensCard() {
  const words = useWords();
  const { zone } = useBook();
  const { data, error, refetch } = useQuery(queries.tokens);
  const [made, setMade] = useState<string>();
  const revoke = async (id: number) => {
    try {
      await api("DELETE /api/tokens/:id", { params: { id } });
      await refetch();
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Card title={words.tokens}>
      <p className="muted">{words.tokensHint}</p>
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {data?.map(({ id, name, scopes, expiresAt }) => (
        <Row
          key={id}
          label={name}
          hint={`${scopeName(scopes, words)} · ${words.tokenUntil(dayOf(Date.parse(expiresAt), zone))}`}
        >
          <Button variant="subtle" color="red" onClick={() => revoke(id)}>
            {words.revoke}
          </Button>
        </Row>
      ))}
      {made !== undefined && <Secret text={made} hint={words.tokenOnce} />}
      <TokenForm
        done={(token) => {
          setMade(token);
          void refetch();
        }}
      />
      <Recipe />
    </Card>
  );
}

function scopeName(scopes: readonly string[], words: Words): string {
  if (scopes.length > 1) return words.scopeBoth;
  return scopes[0] === "read" ? words.scopeRead : words.scopeCreate;
}

function TokenForm({ done }: { done: (token: string) => void }) {
  const words = useWords();
  const { form, set, typed } = useTyped<{ name: string; scope: keyof typeof SCOPES }>(
    "token new",
    () => ({ name: "", scope: "create" }),
  );
  const { name, scope } = form;
  const save = async () => {
    const scopes = [...SCOPES[scope]];
    done((await api("POST /api/tokens", { body: { name: name.trim(), scopes } })).token);
    typed.discard();
  };
  return (
    <Form className="rule-form" save={save} label={words.newToken} typed={typed}>
      <TextInput
        label={words.tokenName}
        required
        withAsterisk={false}
        maxLength={100}
        value={name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <NativeSelect
        label={words.tokenScopes}
        value={scope}
        data={[
          { value: "create", label: words.scopeCreate },
          { value: "read", label: words.scopeRead },
          { value: "both", label: words.scopeBoth },
        ]}
        onChange={(event) => set({ scope: event.currentTarget.value as keyof typeof SCOPES })}
      />
    </Form>
  );
}

function Recipe() {
  const words = useWords();
  return (
    <details className="recipe">
      <summary>{words.shortcutTitle}</summary>
      <ol>
        {words.shortcutSteps(location.origin).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </details>
  );
}

export function AuditCard() {
  const words = useWords();
  const { zone } = useBook();
  const { data, error, refetch } = useQuery(queries.audit);
  return (
    <Card title={words.audit}>
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {data?.slice(0, 20).map((entry) => (
        <Row
          key={`${entry.at} ${entry.event}`}
          label={words.auditEvents[entry.event] ?? entry.event}
          hint={[dayOf(Date.parse(entry.at), zone), entry.address, deviceName(entry.detail)]
            .filter(Boolean)
            .join(" · ")}
        >
          {null}
        </Row>
      ))}
    </Card>
  );
}
