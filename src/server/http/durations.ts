/**
 * How long requests take, as a Prometheus histogram. Counted here by plain additions: the library's
 * own histogram looks its labels up by a text that it builds again for each request, which cost more
 * than the log line. The registry asks for the values when Prometheus does.
 */
import type { Histogram, Registry } from "prom-client";

/** Upper bounds of the buckets, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface Series {
  labels: { method: string; route: string; status: string };
  status: number;
  /** Requests by the first bound that they kept, and at the end those that kept none. */
  counts: number[];
  sum: number;
}

interface Value {
  metricName: string;
  labels: Record<string, string | number>;
  value: number;
}

const NAME = "fenming_http_request_duration_seconds";

export class Durations {
  readonly name = NAME;
  readonly help =
    "Time from the request's head to the end of its answer, by route, method and status";
  readonly type = "histogram";
  readonly aggregator = "sum";
  /** By route: a key that is put together for each request would have to be read through each time. */
  #series = new Map<string, Series[]>();

  register(registry: Registry): void {
    // What the registry needs of a metric is its name and its values; the type asks for all of one.
    registry.registerMetric(this as unknown as Histogram);
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    const series = this.#seriesOf(method, route, status);
    let index = 0;
    while (index < BOUNDS.length && seconds > (BOUNDS[index] as number)) index += 1;
    series.counts[index] = (series.counts[index] as number) + 1;
    series.sum += seconds;
  }

  #seriesOf(method: string, route: string, status: number): Series {
    const ofRoute = this.#series.get(route) ?? [];
    const found = ofRoute.find((one) => one.status === status && one.labels.method === method);
    if (found !== undefined) return found;
    const labels = { method, route, status: String(status) };
    const made = { labels, status, counts: new Array(BOUNDS.length + 1).fill(0), sum: 0 };
    this.#series.set(route, [...ofRoute, made]);
    return made;
  }

  async get() {
    const { name, help, type, aggregator } = this;
    return {
      name,
      help,
      type,
      aggregator,
      values: [...this.#series.values()].flat().flatMap(valuesOf),
    };
  }

  reset(): void {
    this.#series.clear();
  }
}

/** Buckets count everything up to their bound, as Prometheus has it. */
function valuesOf({ labels, counts, sum }: Series): Value[] {
  let count = 0;
  const buckets = counts.map((value, index) => {
    count += value;
    return {
      metricName: `${NAME}_bucket`,
      labels: { le: BOUNDS[index] ?? "+Inf", ...labels },
      value: count,
    };
  });
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: count },
  ];
}
