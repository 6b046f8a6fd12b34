import { Button } from "@mantine/core";
import { IconFileImport, IconPencilPlus, IconRestore, IconWallet } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { AccountForm } from "../accounts/account-form.tsx";
import { RestoreBook } from "../backup/restore.tsx";
import { openEntry } from "../entry/entry-store.ts";
import { Page } from "../ui/page.tsx";
import { useWords } from "../words/words.ts";

/** Nothing is here yet: the way to the first account, the first record, or a bill. */
export default function FirstVisit() {
  const words = useWords();
  const [adding, setAdding] = useState(false);
  const goOn = () => {
    setAdding(false);
    openEntry();
  };
  const steps = [
    { icon: IconWallet, title: words.firstAccount, hint: words.firstAccountHint },
    { icon: IconPencilPlus, title: words.firstRecord, hint: words.firstRecordHint },
    { icon: IconFileImport, title: words.orImport, hint: words.orImportHint },
    { icon: IconRestore, title: words.orRestore, hint: words.restoreHint },
  ];
  return (
    <Page title={words.welcome}>
      <ol className="first-steps">
        {steps.map(({ icon: Icon, title, hint }, index) => (
          <li key={title} className="card" data-next={index === 0 || undefined}>
            <Icon size={28} stroke={1.5} aria-hidden="true" />
            <div>
              <h2>{title}</h2>
              <p>{hint}</p>
            </div>
            {index === 0 && <Button onClick={() => setAdding(true)}>{words.newAccount}</Button>}
            {index === 2 && (
              <Button variant="light" renderRoot={(props) => <Link to="/import" {...props} />}>
                {words.imports}
              </Button>
            )}
            {index === 3 && <RestoreBook />}
          </li>
        ))}
      </ol>
      {adding && <AccountForm close={() => setAdding(false)} saved={goOn} />}
    </Page>
  );
}
