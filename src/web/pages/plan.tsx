/** One plan: on the phone a page of its own, at the desk beside the list. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useBook } from "../base/open-book.ts";
import { useDesk } from "../base/screen.ts";
import { PlanDetail } from "../plans/plan-detail.tsx";
import * as queries from "../plans/queries.ts";
import { ReadError } from "../ui/error-boundary.tsx";
import { Page } from "../ui/page.tsx";
import { usePlanWords } from "../words/plans.ts";
import { PlansPage } from "./plans.tsx";

const route = getRouteApi("/plans/$id");

export function PlanPage() {
  const id = Number(route.useParams().id);
  return useDesk() ? <PlansPage chosen={id} /> : <PhonePlan id={id} />;
}

function PhonePlan({ id }: { id: number }) {
  const words = usePlanWords();
  const { userId, today } = useBook();
  const { data, error, refetch } = useQuery(queries.plan(userId, id));
  const occurrences = useQuery(queries.occurrences(userId, today, id));
  const title = data?.name ?? words.plans;
  return (
    <Page title={title} back="/plans">
      {data && !occurrences.isLoading ? (
        <PlanDetail plan={data} occurrences={occurrences.data ?? []} />
      ) : error ? (
        <ReadError error={error} retry={() => void refetch()} />
      ) : (
        <div className="skeleton" style={{ height: "20rem" }} />
      )}
    </Page>
  );
}
