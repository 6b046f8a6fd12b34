/** The questions of a preview: those that wait for an answer first, those that have one folded below. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { addFen, type Fen, ZERO } from "../../ledger/money.ts";
import { fenOf } from "../api/models.ts";
import { moneyText } from "../base/money.ts";
import { Card } from "../ui/page.tsx";
import { useImportWords } from "../words/imports.ts";
import { choicesOf, countOpen, groupOf, type Question } from "./asks.ts";
import type { ImportDetail } from "./detail.ts";
import { type Asking, QuestionCard } from "./question-card.tsx";

/** Questions that are shown at once. */
const SHOWN = 12;

interface QuestionsProps extends Asking {
  detail: ImportDetail;
}

export function Questions({ detail, ...asking }: QuestionsProps) {
  const words = useImportWords();
  const { questions } = detail;
  const open = questions.filter((one) => one.open > 0);
  const done = questions.filter((one) => one.open === 0 && one.answered > 0);
  const similar = open.filter((one) => groupOf(one) === "similar");
  if (open.length + done.length === 0) return null;
  // Under the title of what is asked, or by itself.
  const Heading = open.length > 0 ? "h3" : "h2";
  return (
    <Card className="questions" {...(open.length > 0 && { title: words.asksFirst })}>
      {similar.length > 1 && <AllSimilar similar={similar} {...asking} />}
      <List questions={[...open].sort(byGroup)} {...asking} />
      {done.length > 0 && (
        <details className="fold">
          <summary>
            <Heading>{words.asksDone(done.length)}</Heading>
          </summary>
          <List questions={done} {...asking} />
        </details>
      )}
    </Card>
  );
}

const ORDER = ["similar", "questions", "unread"];
const byGroup = (a: Question, b: Question) => ORDER.indexOf(groupOf(a)) - ORDER.indexOf(groupOf(b));

function List({ questions, ...asking }: Asking & { questions: Question[] }) {
  const words = useImportWords();
  const [shown, setShown] = useState(SHOWN);
  const more = questions.length - shown;
  return (
    <>
      <ul className="question-list">
        {questions.slice(0, shown).map((one) => (
          <QuestionCard key={JSON.stringify([one.code, one.value])} question={one} {...asking} />
        ))}
      </ul>
      {more > 0 && (
        <Button variant="subtle" onClick={() => setShown(shown + 50)}>
          {words.asksMore(more)}
        </Button>
      )}
    </>
  );
}

/** Rows that are alike in several ways are settled in one move. */
function AllSimilar({ similar, answer }: Asking & { similar: Question[] }) {
  const words = useImportWords();
  const rows = countOpen(similar).similar;
  const sum = addFen(ZERO, ...similar.map((one) => fenOf(one.sum))) as Fen;
  const all = { code: "similar" };
  return (
    <div className="question">
      <p className="question-text">
        <strong>{words.asksSimilar(rows)}</strong>
      </p>
      <div className="question-rows">{words.countSum(rows, moneyText(sum))}</div>
      <fieldset className="answers" aria-label={words.asksSimilar(rows)}>
        {choicesOf({ ...(similar[0] as Question), value: "" }, words).map(
          ({ label, answer: given }) => (
            <Button key={label} variant="light" onClick={() => answer(all, given)}>
              {label}
            </Button>
          ),
        )}
      </fieldset>
    </div>
  );
}
