import { innerOf } from './inner-of.ts';
import type { LogFields, Logger } from './logger.ts';

/**
 * A failure that comes again at each attempt. One line says it, until it has another cause or is over. The cause is that of
 * the line's `error`, or its `problem` where it has none.
 */
export class RecurringFailure {
  readonly #logger: Pick<Logger, 'warn'>;
  #said = '';

  constructor(logger: Pick<Logger, 'warn'>) {
    this.#logger = logger;
  }

  warn(fields: LogFields, message: string): void {
    const said = `${message} ${causeOf(fields.error ?? fields['problem'])}`;
    if (said !== this.#said) {
      this.#said = said;
      this.#logger.warn(fields, message);
    }
  }

  over(): void {
    this.#said = '';
  }
}

/** The names of the innermost cause. Only one without a code is known by its words, which may hold what differs each time. */
export function causeOf(error: unknown): string {
  const inner = innerOf(error);
  if (inner !== undefined) {
    return causeOf(inner);
  }
  if (!(error instanceof Error)) {
    return String(error);
  }
  const code = 'code' in error ? error.code : undefined;
  return `${error.name} ${typeof code === 'string' ? code : error.message}`;
}
