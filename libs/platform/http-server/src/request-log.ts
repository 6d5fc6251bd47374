import { withoutCredentials, type AppError } from '@rapport/kernel';
import type { Logger, Metrics, Telemetry } from '@rapport/telemetry';
import type { Exchange } from './exchange.ts';

/** The status of a request whose caller went away before the answer. It is in the log and in no answer. */
export const callerGoneStatus = 499;

const pathLengthMax = 500;

/** Writes the log line of every request, ends its trace and measures it. */
export class RequestLog {
  readonly #logger: Logger;
  readonly #durations: ReturnType<Metrics['histogramWithExemplars']>;

  constructor({ logger, metrics }: Telemetry) {
    this.#logger = logger;
    this.#durations = metrics.histogramWithExemplars({
      name: 'http_server_request_duration_seconds',
      help: 'Time from the first guard of a request to its answer.',
      labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    });
  }

  write(exchange: Exchange, status: number, error?: AppError | Error): void {
    const { trace, req, route } = exchange;
    const method = req.method ?? '';
    const milliseconds = performance.now() - exchange.startedAt;
    if (trace.sampled) {
      trace.setAttribute('http.response.status_code', status);
      if (error && status >= 500) {
        trace.fail(error.cause ?? error);
      }
    }
    trace.end();
    this.#durations.observe({
      labels: { http_request_method: method, http_route: route, http_response_status_code: status },
      value: milliseconds / 1_000,
      exemplarLabels: { trace_id: trace.traceId },
    });
    const fields = {
      traceId: trace.traceId,
      method,
      route,
      path: withoutCredentials(exchange.path).slice(0, pathLengthMax),
      status,
      ms: Math.round(milliseconds * 1_000) / 1_000,
      ...exchange.notes,
      ...(error && 'code' in error ? { code: error.code } : {}),
    };
    if (status === 500) {
      this.#logger.error({ ...fields, error: error?.cause ?? error }, 'request failed');
    } else if (status === 503 || status === callerGoneStatus) {
      this.#logger.warn({ ...fields, error }, 'request not served');
    } else {
      this.#logger.info(fields, 'request');
    }
  }
}
