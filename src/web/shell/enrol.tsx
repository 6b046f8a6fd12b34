/** Where the service asks everybody for a second step: turning it on comes before the book. */
import { Button } from "@mantine/core";
import { useTitle } from "../ui/page.tsx";
import { useSignInWords } from "../words/sign-in.ts";
import { Brand } from "./brand.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";

interface EnrolProps {
  done: () => void;
  signOut: () => Promise<void>;
}

export default function Enrol({ done, signOut }: EnrolProps) {
  const words = useSignInWords();
  useTitle(words.secondFactor);
  return (
    <main className="start">
      <Brand />
      <p className="muted">{words.secondFactorRequired}</p>
      <SecondFactorCard turnedOn={done} />
      <Button variant="default" onClick={signOut}>
        {words.signOut}
      </Button>
    </main>
  );
}
