/** 规则: what categories imports are given. */
import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { IconTrash, IconWand } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useActions } from "../api/actions.ts";
import { api, type OutputOf } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import { showChanged } from "../api/undo.ts";
import { categoryText } from "../base/category-text.ts";
import { useBook } from "../base/open-book.ts";
import { useTyped } from "../base/typed.ts";
import { CategoryPicker } from "../categories/category-picker.tsx";
import { Empty } from "../ui/empty.tsx";
import { ReadError } from "../ui/error-boundary.tsx";
import { Form } from "../ui/form.tsx";
import { Card, Page } from "../ui/page.tsx";
import { showError, showToast } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";

const LeftBehind = lazy(() => import("../plans/left-behind.tsx"));

type LeftPlans = NonNullable<OutputOf<"POST /api/rules/run">["plans"]>;
type Rule = OutputOf<"GET /api/rules">[number];

export function Rules() {
  const words = useWords();
  const { userId } = useBook();
  const { data, error, refetch } = useQuery(queries.rules(userId));
  return (
    <Page title={words.rules} back="/settings" actions={data && data.length > 0 && <RunRules />}>
      <p className="muted">{words.rulesHint}</p>
      <NewRule />
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {!data && !error && <div className="skeleton" style={{ height: "10rem" }} />}
      {data?.length === 0 && (
        <Empty
          icon={<IconWand size={40} stroke={1.5} />}
          title={words.noRules}
          hint={words.noRulesHint}
        />
      )}
      {data && data.length > 0 && (
        <Card>
          {data.map((rule) => (
            <RuleRow key={rule.id} rule={rule} />
          ))}
        </Card>
      )}
    </Page>
  );
}

function NewRule() {
  const words = useWords();
  const { userId } = useBook();
  const { change } = useActions();
  const { form, set, typed } = useTyped("rule new", () => ({ text: "", category: "" }));
  const { text, category } = form;
  const save = async () => {
    if (category === "") throw new Error(words.categoryMissing);
    await change(() => api("POST /api/rules", { body: { userId, text: text.trim(), category } }));
    showToast({ text: words.ruleSaved, tone: "good" });
    typed.discard();
  };
  return (
    <Form className="card rule-form" save={save} label={words.newRule} typed={typed}>
      <TextInput
        label={words.ruleText}
        required
        withAsterisk={false}
        maxLength={200}
        value={text}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
      <CategoryPicker
        label={words.category}
        type="expense"
        value={category}
        none={words.pleaseChoose}
        onChange={(category) => set({ category })}
      />
    </Form>
  );
}

function RuleRow({ rule }: { rule: Rule }) {
  const words = useWords();
  const { change } = useActions();
  const params = { id: rule.id };
  const outcome = [
    rule.category && categoryText(rule.category),
    rule.kind && words.rowKinds[rule.kind],
  ].filter(Boolean);
  return (
    <div className="budget-item record-row">
      <span className="record-text">
        <span className="ellipsis">“{rule.text}”</span>
        <span className="record-sub">→ {outcome.join(" · ")}</span>
      </span>
      <NativeSelect
        aria-label={`${words.type} ${rule.text}`}
        value={rule.state}
        data={[
          { value: "active", label: words.ruleActive },
          { value: "proposed", label: words.ruleProposal },
          { value: "off", label: words.ruleOff },
        ]}
        onChange={(event) => {
          const state = event.currentTarget.value as Rule["state"];
          change(() => api("PUT /api/rules/:id", { params, body: { state } })).catch(showError);
        }}
      />
      <ActionIcon
        variant="subtle"
        color="red"
        size={44}
        aria-label={`${words.remove} ${rule.text}`}
        onClick={() => change(() => api("DELETE /api/rules/:id", { params })).catch(showError)}
      >
        <IconTrash size={18} stroke={1.7} />
      </ActionIcon>
    </div>
  );
}

/** First says what would change; a second press does it. */
function RunRules() {
  const words = useWords();
  const { userId } = useBook();
  const { applyRules } = useActions();
  const [left, setLeft] = useState<LeftPlans>([]);
  const run = async () => {
    try {
      const { count } = await api("POST /api/rules/run", { body: { userId } });
      const apply = () =>
        applyRules().then(({ count, plans, undo }) => {
          showChanged(words, words.recordsChanged(count), { undo });
          setLeft(plans);
        }, showError);
      showToast({
        text: words.rulesWouldChange(count),
        ...(count > 0 && { action: { label: words.apply, run: () => void apply() } }),
      });
    } catch (error) {
      showError(error);
    }
  };
  return (
    <>
      <Button variant="light" onClick={run}>
        {words.runRules}
      </Button>
      {left.length > 0 && (
        <Suspense>
          <LeftBehind plans={left} close={() => setLeft([])} />
        </Suspense>
      )}
    </>
  );
}
