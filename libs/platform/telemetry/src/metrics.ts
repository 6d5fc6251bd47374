import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type OpenMetricsContentType } from 'prom-client';

export interface MetricOptions<L extends string> {
  readonly name: string;
  readonly help: string;
  /** No label is a tenant, a client, a user or a raw path, because their number has no bound. */
  readonly labelNames?: readonly L[];
}

export interface HistogramOptions<L extends string> extends MetricOptions<L> {
  readonly buckets?: readonly number[];
}

export interface GaugeOptions<L extends string> extends MetricOptions<L> {
  /** Reads the value, or that of each set of labels, at every scrape, so that no caller keeps it up to date. */
  readonly read?: () => number | Iterable<readonly [labels: Record<L, string>, value: number]>;
}

/** All metrics of a process. Each name is made once, and a further call returns the same metric. */
export class Metrics {
  readonly #registry = new Registry<OpenMetricsContentType>();
  readonly #made = new Map<string, Counter | Gauge | Histogram>();

  constructor(options: { readonly defaults?: boolean } = {}) {
    // Exemplars exist in this format alone, and a registry has a single format.
    this.#registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
    if (options.defaults) {
      collectDefaultMetrics({ register: this.#registry });
    }
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All metrics as the text that a scraper reads. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  counter<L extends string = never>({ name, help, labelNames = [] }: MetricOptions<L>): Counter<L> {
    return this.#once(name, Counter<L>, () => new Counter({ name, help, labelNames, registers: [this.#registry] }));
  }

  gauge<L extends string = never>({ name, help, labelNames = [], read }: GaugeOptions<L>): Gauge<L> {
    const create = (): Gauge<L> =>
      new Gauge({
        name,
        help,
        labelNames,
        registers: [this.#registry],
        ...(read ? { collect: (): void => setAll(gauge, read()) } : {}),
      });
    const gauge = this.#once(name, Gauge<L>, create);
    return gauge;
  }

  histogram<L extends string = never>(options: HistogramOptions<L>): Histogram<L> {
    const { name, help, labelNames = [], buckets = secondsBuckets } = options;
    return this.#once(
      name,
      Histogram<L>,
      () => new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [this.#registry] }),
    );
  }

  /** A histogram whose buckets point to a trace. Callers observe with `{labels, value, exemplarLabels: {trace_id}}`. */
  histogramWithExemplars<L extends string = never>(options: HistogramOptions<L>): Histogram<L> {
    const { name, help, labelNames = [], buckets = secondsBuckets } = options;
    const registers = [this.#registry];
    return this.#once(
      name,
      Histogram<L>,
      () => new Histogram({ name, help, labelNames, buckets: [...buckets], enableExemplars: true, registers }),
    );
  }

  #once<M extends Counter | Gauge | Histogram>(name: string, kind: new (...none: never[]) => M, create: () => M): M {
    const existing = this.#made.get(name);
    if (existing === undefined) {
      const metric = create();
      this.#made.set(name, metric);
      return metric;
    }
    if (existing instanceof kind) {
      return existing;
    }
    throw new Error(`The metric ${name} is already there as another kind.`);
  }
}

function setAll<L extends string>(
  gauge: Gauge<L>,
  values: number | Iterable<readonly [labels: Record<L, string>, value: number]>,
): void {
  if (typeof values === 'number') {
    gauge.set(values);
    return;
  }
  for (const [labels, value] of values) {
    gauge.set(labels, value);
  }
}

/** From the time of a cached read to the longest wait of the edge. */
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
