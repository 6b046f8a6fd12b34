/** Whether the user who is here has to turn a second step on before the book opens. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { About } from "../api/about.ts";
import { api } from "../api/client.ts";

/** Asked only where the service asks everybody for it; while it is not known, the book is open. */
export function useEnrolment(about: About | undefined, userId: number | undefined) {
  const client = useQueryClient();
  const { data, refetch } = useQuery({
    queryKey: ["second-factor", userId],
    queryFn: () => api("GET /api/auth/second-factor", {}),
    enabled: about?.requiresSecondFactor === true && userId !== undefined,
  });
  // Until the recovery codes have been noted, also when it is on by then.
  const [enrolling, setEnrolling] = useState<number>();
  if (data?.on === false && enrolling !== userId) setEnrolling(userId);
  const done = async () => {
    await refetch();
    setEnrolling(undefined);
    await client.invalidateQueries();
  };
  return { needed: userId !== undefined && enrolling === userId, done };
}
