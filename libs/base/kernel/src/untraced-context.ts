import type { CallContext } from './context.ts';
import { newId } from './ids.ts';

/** The context of a call that belongs to no exported trace, such as a look that finds nothing. Its ids are its own. */
export function untracedContext(): CallContext {
  const traceId = newId().replaceAll('-', '');
  return { trace: { traceId, traceparent: `00-${traceId}-${traceId.slice(16)}-00` } };
}
