/** One question of a preview: what is asked, of how many rows, and a button for each answer. */
import { Button } from "@mantine/core";
import { AccountPicker } from "../accounts/account-picker.tsx";
import { fenOf } from "../api/models.ts";
import { moneyText } from "../base/money.ts";
import { useImportWords } from "../words/imports.ts";
import { type Answer, type Choice, choicesOf, isChosen, type Question } from "./asks.ts";
import "./question-card.css";

export interface Asking {
  /** Gives the answer to all rows under the question. */
  answer: (question: Pick<Question, "code" | "value">, answer: Answer) => void;
  /** Shows the rows under it. */
  show: (question: Question) => void;
}

interface QuestionCardProps extends Asking {
  question: Question;
}

export function QuestionCard({ question, answer, show }: QuestionCardProps) {
  const words = useImportWords();
  const { text, rows, open, answered, remembered, value } = question;
  const give = (given: Answer) => answer(question, given);
  const apart = rows - open - answered;
  return (
    <li className="question" data-open={open > 0 || undefined}>
      <p className="question-text">
        {remembered && <em className="tag">{words.rememberedSetting}</em>}
        {text}
      </p>
      <div className="question-rows">
        <span>
          {open > 0 && question.sum !== 0
            ? words.countSum(open, moneyText(fenOf(question.sum)))
            : words.rowCount(open || answered)}
        </span>
        {apart > 0 && <span className="muted">{words.decidedApart(apart)}</span>}
        <button
          type="button"
          className="text-button"
          aria-label={`${words.seeRows}：${text}`}
          onClick={() => show(question)}
        >
          {words.seeRows}
        </button>
      </div>
      <fieldset className="answers" aria-label={text}>
        {choicesOf(question, words).map((choice) => (
          <ChoiceButton key={choice.label} question={question} choice={choice} give={give} />
        ))}
        {answered > 0 && (
          <Button variant="subtle" onClick={() => give({ forget: true })}>
            {remembered ? words.forgetAnswer : words.takeBackAnswer}
          </Button>
        )}
      </fieldset>
      {answered > 0 && value && question.code !== "similar" && !remembered && (
        <p className="muted">{words.answerHolds(value)}</p>
      )}
    </li>
  );
}

interface ChoiceButtonProps {
  question: Question;
  choice: Choice;
  give: (answer: Answer) => void;
}

function ChoiceButton({ question, choice, give }: ChoiceButtonProps) {
  const chosen = isChosen(choice, question);
  const { account: field } = choice;
  if (field !== undefined) {
    return <AccountChoice {...{ question, choice, chosen, field, give }} />;
  }
  return (
    <Button
      variant={chosen ? "filled" : "light"}
      aria-pressed={chosen}
      onClick={() => give(choice.answer)}
    >
      {choice.label}
    </Button>
  );
}

interface AccountChoiceProps extends ChoiceButtonProps {
  chosen: boolean;
  field: NonNullable<Choice["account"]>;
}

function AccountChoice({ question, choice, chosen, field, give }: AccountChoiceProps) {
  return (
    <AccountPicker
      look="bare"
      className={`answer-account ${chosen ? "answer-chosen" : ""}`}
      label={choice.label}
      none={choice.label}
      value={chosen ? (question.answer?.[field] ?? 0) : 0}
      onChange={(id) => give({ ...choice.answer, [field]: id })}
    />
  );
}
