import {
  ROOT_CONTEXT,
  SpanKind,
  trace as traceApi,
  TraceFlags,
  type Link,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import { randomHex } from './random-ids.ts';
import { ServerTrace } from './server-trace.ts';
import { parseTraceparent } from './traceparent.ts';

export interface TraceOptions {
  /** The traceparent of the caller. An invalid one is ignored. */
  readonly traceparent?: string | undefined;
  /** Whether the caller is a service of ours, whose trace is continued. The trace of any other caller is linked. */
  readonly trusted?: boolean;
  /** Whether a caller waits for an answer (the default), the work began by itself, or messages began it. */
  readonly kind?: 'server' | 'background' | 'consumer';
  /** The traceparents of the messages that this trace works on. The exported ones among them are linked. */
  readonly links?: Iterable<string>;
}

/** Begins traces. Without a tracer there are ids and no spans. */
export class Tracing {
  readonly #tracer: Tracer | undefined;

  constructor(tracer?: Tracer) {
    this.#tracer = tracer;
  }

  startTrace(name: string, options: TraceOptions = {}): ServerTrace {
    const caller = options.traceparent ? parseTraceparent(options.traceparent) : undefined;
    const parent = options.trusted ? caller : undefined;
    if (!this.#tracer) {
      return withoutSpan(parent);
    }
    const span = this.#tracer.startSpan(
      name,
      {
        kind: spanKinds[options.kind ?? 'server'],
        links: [...(caller && !parent ? [{ context: caller }] : []), ...linksTo(options.links ?? [])],
      },
      parent ? traceApi.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
    );
    const ids = span.spanContext();
    if (!traceApi.isSpanContextValid(ids)) {
      return withoutSpan(parent);
    }
    return span.isRecording()
      ? new ServerTrace({ traceId: ids.traceId, spanId: ids.spanId, sampled: true }, span, this.#tracer)
      : new ServerTrace({ traceId: ids.traceId, spanId: ids.spanId, sampled: false });
  }
}

const spanKinds = { server: SpanKind.SERVER, background: SpanKind.INTERNAL, consumer: SpanKind.CONSUMER };

const linksMax = 32;

function linksTo(traceparents: Iterable<string>): Link[] {
  const links = new Map<string, Link>();
  for (const traceparent of traceparents) {
    if (links.size >= linksMax) {
      break;
    }
    const context = links.has(traceparent) ? undefined : parseTraceparent(traceparent);
    if (context && (context.traceFlags & TraceFlags.SAMPLED) !== 0) {
      links.set(traceparent, { context });
    }
  }
  return [...links.values()];
}

/** An id without a span. A caller's quoted id must find its log line also where no span is made. */
function withoutSpan(parent: SpanContext | undefined): ServerTrace {
  return new ServerTrace({ traceId: parent?.traceId ?? randomHex(16), spanId: randomHex(8), sampled: false });
}
