/** Plans that keep a category which rules have taken from what they booked: changed by a word of its own. */
import { Button } from "@mantine/core";
import type { OutputOf } from "../api/client.ts";
import { categoryText } from "../base/category-text.ts";
import { Dialog } from "../ui/dialog.tsx";
import { showError, showToast } from "../ui/toast.tsx";
import { usePlanWords } from "../words/plans.ts";
import { usePlanActions } from "./actions.ts";
import "./plans.css";

interface LeftBehindProps {
  plans: NonNullable<OutputOf<"POST /api/rules/run">["plans"]>;
  close: () => void;
}

export default function LeftBehind({ plans, close }: LeftBehindProps) {
  const words = usePlanWords();
  const { changePlan } = usePlanActions();
  const apply = async () => {
    close();
    for (const { planId, to } of plans) await changePlan(planId, { category: to });
    showToast({ text: words.planSaved, tone: "good" });
  };
  return (
    <Dialog opened onClose={close} title={words.leftBehind}>
      <p>{words.leftBehindHow}</p>
      <ul>
        {plans.map(({ planId, name, from, to }) => (
          <li key={planId}>{`${name}：${categoryText(from)} → ${categoryText(to)}`}</li>
        ))}
      </ul>
      <div className="plan-tools">
        <Button onClick={() => void apply().catch(showError)}>
          {words.changePlans(plans.length)}
        </Button>
        <Button variant="default" data-autofocus onClick={close}>
          {words.leaveBooked}
        </Button>
      </div>
    </Dialog>
  );
}
