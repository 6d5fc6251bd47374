import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace as traceApi,
  type Attributes,
  type AttributeValue,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { Trace } from '@rapport/kernel';

/** The ids of a span, and whether its trace is exported. */
export interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: boolean;
}

/** The trace of a request or of a piece of background work. Only a sampled trace has a span behind its ids. */
export class ServerTrace implements Trace {
  readonly traceId: string;
  readonly sampled: boolean;
  /** The W3C form of this trace's own span. The header `traceresponse` has the same text. */
  readonly traceparent: string;
  readonly #span: Span | undefined;
  readonly #tracer: Tracer | undefined;
  #context: Context | undefined;

  constructor(ids: SpanIds, span?: Span, tracer?: Tracer) {
    this.traceId = ids.traceId;
    this.sampled = ids.sampled;
    this.traceparent = `00-${ids.traceId}-${ids.spanId}-${ids.sampled ? '01' : '00'}`;
    this.#span = span;
    this.#tracer = tracer;
  }

  get traceresponse(): string {
    return this.traceparent;
  }

  rename(name: string): void {
    this.#span?.updateName(name);
  }

  setAttribute(name: string, value: AttributeValue): void {
    this.#span?.setAttribute(name, value);
  }

  setAttributes(attributes: Attributes): void {
    this.#span?.setAttributes(attributes);
  }

  /** Marks the span as failed, with the error as its event. */
  fail(error: unknown): void {
    if (this.#span) {
      failSpan(this.#span, error);
    }
  }

  end(): void {
    this.#span?.end();
  }

  /** A span below this trace's own span, or undefined where the trace is not sampled. */
  startChild(name: string, attributes: Attributes, kind: CallKind = 'client'): Span | undefined {
    if (!this.#span || !this.#tracer) {
      return undefined;
    }
    this.#context ??= traceApi.setSpan(ROOT_CONTEXT, this.#span);
    return this.#tracer.startSpan(name, { kind: callKinds[kind], attributes }, this.#context);
  }
}

/** A call that is answered, or a message that another process handles later. */
export type CallKind = 'client' | 'producer';

const callKinds = { client: SpanKind.CLIENT, producer: SpanKind.PRODUCER };

/**
 * Runs work, such as a query or a call, in a span below the given trace. The parent is an argument, because to follow
 * asynchronous calls costs more than the span.
 */
export function inSpan<T>(
  trace: Trace,
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  kind: CallKind = 'client',
): Promise<T> {
  const span = trace instanceof ServerTrace ? trace.startChild(name, attributes, kind) : undefined;
  return span ? runIn(span, work) : work();
}

async function runIn<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

function failSpan(span: Span, error: unknown): void {
  const exception = error instanceof Error ? error : new Error(String(error));
  span.recordException(exception);
  span.setStatus({ code: SpanStatusCode.ERROR, message: exception.name });
}
