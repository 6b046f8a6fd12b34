import { useWords } from "../words/words.ts";
import { AccountForm } from "./account-form.tsx";

/** Asked for before the first record: the account that it is booked on. */
export default function FirstAccount({ close }: { close: () => void }) {
  const words = useWords();
  return <AccountForm hint={words.accountFirst} close={close} saved={() => {}} />;
}
