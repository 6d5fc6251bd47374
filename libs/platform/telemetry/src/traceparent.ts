import { TraceFlags, type SpanContext } from '@opentelemetry/api';

const versionZero = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const laterVersion = /^(?!00|ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The span that a W3C `traceparent` names, or undefined where the text is not valid. */
export function parseTraceparent(text: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = versionZero.exec(text) ?? laterVersion.exec(text) ?? [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) {
    return undefined;
  }
  const sampled = (parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0;
  return { traceId, spanId, traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
}
