/** The part of the settings about other people: invitations as a link and a code to scan. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { dayOf } from "../../ledger/calendar.ts";
import { api } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import { invitationLink } from "../base/invitation-link.ts";
import { useBook } from "../base/open-book.ts";
import { ReadError } from "../ui/error-boundary.tsx";
import { Card } from "../ui/page.tsx";
import { Row } from "../ui/row.tsx";
import { Secret } from "../ui/secret.tsx";
import { showError } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";

const QrCode = lazy(() => import("../ui/qr-code.tsx"));

export function InvitationsCard() {
  const words = useWords();
  const { zone } = useBook();
  const { data, error, refetch } = useQuery(queries.invitations);
  const [made, setMade] = useState<{ id: string; code: string }>();
  const [busy, setBusy] = useState(false);
  const change = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
      await refetch();
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const invite = () => change(async () => setMade(await api("POST /api/invitations", {})));
  const takeBack = (id: string) =>
    change(async () => {
      await api("DELETE /api/invitations/:invitationId", { params: { invitationId: id } });
      if (made?.id === id) setMade(undefined);
    });
  return (
    <Card title={words.invitations}>
      <p className="muted">{words.invitationsHint}</p>
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {data?.map(({ id, expiresAt }) => (
        <Row key={id} label={words.openInvitation(dayOf(Date.parse(expiresAt), zone))}>
          <Button variant="subtle" color="red" disabled={busy} onClick={() => takeBack(id)}>
            {words.takeBackInvitation}
          </Button>
        </Row>
      ))}
      {made && <Invitation code={made.code} />}
      <Button variant="light" loading={busy} onClick={invite}>
        {words.invite}
      </Button>
    </Card>
  );
}

function Invitation({ code }: { code: string }) {
  const words = useWords();
  const link = invitationLink(code);
  return (
    <Secret text={link} hint={words.invitationOnce}>
      <Suspense fallback={<div className="qr-code" />}>
        <QrCode text={link} label={words.invitationCode} />
      </Suspense>
    </Secret>
  );
}
