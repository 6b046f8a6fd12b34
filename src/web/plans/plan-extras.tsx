/** Below the list of plans, and loaded after it: what could be a plan, and the way into a calendar. */
import { Button } from "@mantine/core";
import { IconCalendarShare } from "@tabler/icons-react";
import { useState } from "react";
import { usePlanWords } from "../words/plans.ts";
import { FeedDialog } from "./feed-dialog.tsx";
import { SuggestionsCard } from "./suggestions-card.tsx";
import "./plans.css";

export default function PlanExtras() {
  const words = usePlanWords();
  const [subscribing, setSubscribing] = useState(false);
  return (
    <div className="plan-cards plan-extras">
      <SuggestionsCard />
      <Button
        variant="subtle"
        leftSection={<IconCalendarShare size={18} />}
        onClick={() => setSubscribing(true)}
      >
        {words.feed}
      </Button>
      {subscribing && <FeedDialog close={() => setSubscribing(false)} />}
    </div>
  );
}
