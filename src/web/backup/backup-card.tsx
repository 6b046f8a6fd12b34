/** 备份: one's own book, whole, on this device; and the way back. */
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Day } from "../../ledger/calendar.ts";
import * as queries from "../api/queries.ts";
import { shortDay } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import { changeSettings, useSettings } from "../settings.ts";
import { Card } from "../ui/page.tsx";
import { Row } from "../ui/row.tsx";
import { showError, showToast } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";
import { downloadBook } from "./download.ts";
import { RestoreBook } from "./restore.tsx";

export function BackupCard() {
  const words = useWords();
  const { userId } = useBook();
  const { data: accounts } = useQuery(queries.accounts(userId));
  const empty = accounts?.length === 0;
  return (
    <Card title={words.backup}>
      <BackupRow />
      <Row
        label={words.restoreBook}
        hint={accounts && !empty ? words.restoreNeedsEmpty : words.restoreHint}
      >
        <RestoreBook disabled={!empty} />
      </Row>
      <p className="muted">{words.backupWhole}</p>
    </Card>
  );
}

function BackupRow() {
  const words = useWords();
  const { userId, today } = useBook();
  const { backups } = useSettings();
  const [busy, setBusy] = useState(false);
  const last = backups[userId] as Day | undefined;
  const take = async () => {
    setBusy(true);
    try {
      await downloadBook(userId, "json", `fenming-${today}.json`);
      changeSettings({ backups: { ...backups, [userId]: today } });
      showToast({ text: words.backupTaken, tone: "good" });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Row
      label={last ? words.lastBackup(shortDay(last, today, words)) : words.noBackup}
      hint={words.backupHint}
    >
      <Button leftSection={<IconDownload size={18} />} loading={busy} onClick={take}>
        {words.takeBackup}
      </Button>
    </Row>
  );
}
