/** 设置: how the app looks and speaks in this browser, and what the service is. */
import { Button, NativeSelect, SegmentedControl } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { BackupCard } from "../backup/backup-card.tsx";
import { useBook } from "../base/open-book.ts";
import { NoticesCard } from "../notices/notices-card.tsx";
import { PrivacyCard } from "../privacy/privacy-card.tsx";
import { changeSettings, FONT_SIZES, type Settings, useSettings } from "../settings.ts";
import { SecondFactorCard } from "../shell/second-factor-card.tsx";
import { useSignOut } from "../shell/sign-out.ts";
import { Card, Page } from "../ui/page.tsx";
import { Row } from "../ui/row.tsx";
import { loadWords, useWords } from "../words/words.ts";
import { CategoryNamesCard } from "./settings-categories.tsx";
import { DataCard, ExportCard } from "./settings-data.tsx";
import { InvitationsCard } from "./settings-invitations.tsx";
import { PasskeysCard } from "./settings-passkeys.tsx";
import { PasswordCard, SessionsCard } from "./settings-sign-in.tsx";
import { AuditCard, TokensCard } from "./settings-tokens.tsx";

export function SettingsPage() {
  const words = useWords();
  const book = useBook();
  return (
    <Page title={words.settings} back="/more">
      <div className="settings">
        <Appearance />
        <PrivacyCard />
        <UserCard />
        <NoticesCard />
        <DataCard />
        <CategoryNamesCard />
        <BackupCard />
        <ExportCard />
        {book.signIn === "password" && <SecondFactorCard />}
        {book.signIn === "password" && <PasskeysCard />}
        {book.signIn === "password" && <SessionsCard />}
        {book.signIn === "password" && <InvitationsCard />}
        {book.signIn !== "open" && <TokensCard />}
        {book.signIn !== "open" && <AuditCard />}
        <Card title={words.aboutService}>
          <Row label={words.zone}>
            <span>{book.zone}</span>
          </Row>
          <Row label={words.version}>
            <span>{book.version}</span>
          </Row>
          <Row label={words.apiDocs}>
            <a href="/docs">/docs</a>
          </Row>
        </Card>
      </div>
    </Page>
  );
}

function UserCard() {
  const words = useWords();
  const { userName, signIn } = useBook();
  const client = useQueryClient();
  const signOut = useSignOut();
  const switchUser = () => {
    client.removeQueries({ queryKey: ["book"] });
    void client.invalidateQueries({ queryKey: ["users"] });
    changeSettings({ userId: 0 });
  };
  return (
    <Card title={words.user}>
      <Row label={userName}>
        {signIn === "open" ? (
          <Button variant="default" onClick={switchUser}>
            {words.switchUser}
          </Button>
        ) : (
          <Button variant="default" onClick={signOut}>
            {words.signOut}
          </Button>
        )}
      </Row>
      {signIn === "password" && <PasswordCard />}
    </Card>
  );
}

function Appearance() {
  const words = useWords();
  const settings = useSettings();
  const set = (change: Partial<Settings>) => changeSettings(change);
  return (
    <Card title={words.appearance}>
      <Row label={words.language}>
        <SegmentedControl
          aria-label={words.language}
          value={settings.language}
          data={[
            { value: "zh", label: "中文" },
            { value: "en", label: "English" },
          ]}
          onChange={(language) => {
            set({ language: language as Settings["language"] });
            void loadWords();
          }}
        />
      </Row>
      <Row label={words.scheme}>
        <SegmentedControl
          aria-label={words.scheme}
          value={settings.scheme}
          data={[
            { value: "auto", label: words.schemeAuto },
            { value: "light", label: words.schemeLight },
            { value: "dark", label: words.schemeDark },
          ]}
          onChange={(scheme) => set({ scheme: scheme as Settings["scheme"] })}
        />
      </Row>
      <Row label={words.fontSize}>
        <NativeSelect
          aria-label={words.fontSize}
          value={settings.fontSize}
          data={FONT_SIZES.map((size) => ({ value: String(size), label: `${size} %` }))}
          onChange={(event) =>
            set({ fontSize: Number(event.currentTarget.value) as Settings["fontSize"] })
          }
        />
      </Row>
      <Row label={words.incomeColor}>
        <NativeSelect
          aria-label={words.incomeColor}
          value={settings.incomeColor}
          data={[
            { value: "green", label: words.incomeGreen },
            { value: "red", label: words.incomeRed },
          ]}
          onChange={(event) =>
            set({ incomeColor: event.currentTarget.value as Settings["incomeColor"] })
          }
        />
      </Row>
      <Row label={words.monthStart} hint={words.monthStartHint}>
        <NativeSelect
          aria-label={words.monthStart}
          value={settings.monthStart}
          data={Array.from({ length: 28 }, (_, index) => ({
            value: String(index + 1),
            label: words.monthStartDay(index + 1),
          }))}
          onChange={(event) => set({ monthStart: Number(event.currentTarget.value) })}
        />
      </Row>
    </Card>
  );
}
