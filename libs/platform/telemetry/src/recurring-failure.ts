import type { LogFields, Logger } from './logger.ts';

/** A failure that comes again at each attempt. One line says it, until it has another cause or is over. */
export class RecurringFailure {
  readonly #logger: Pick<Logger, 'warn'>;
  #said = '';

  constructor(logger: Pick<Logger, 'warn'>) {
    this.#logger = logger;
  }

  warn(fields: LogFields, message: string): void {
    const said = `${message} ${causeOf(fields.error)}`;
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

function innerOf(error: unknown): unknown {
  if (!(error instanceof Error)) {
    return undefined;
  }
  const [first] = 'errors' in error && Array.isArray(error.errors) ? (error.errors as readonly unknown[]) : [];
  return error.cause ?? first;
}
