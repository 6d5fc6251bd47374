import type { FieldErrors } from '@rapport/kernel';
import type { Contract, Endpoint, Parsed, Result } from './endpoint.ts';
import type { ServedBytes } from './served-bytes.ts';

export type Handler<E extends Endpoint, Context> = (context: Context, request: Parsed<E>) => Promise<Result<E>>;

export type Handlers<C extends Contract, Context> = { readonly [Name in keyof C]: Handler<C[Name], Context> };

/** A request without its endpoint's types, as routes pass it on. */
export interface ParsedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly fingerprint: Buffer;
}

/** An answer without its endpoint's types. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** The body as it is sent, where it was made once for all callers; its ETag goes in place of one in `headers`. */
  readonly kept?: KeptBody;
  /** The bytes in place of a body. */
  readonly bytes?: ServedBytes;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** The values of `Set-Cookie`, which a page alone sends. */
  readonly cookies?: readonly string[];
}

/** The bytes of a body, plain and for callers that take them compressed. Each has an ETag of its own. */
export interface KeptBody {
  readonly plain: KeptBytes;
  readonly gzip: KeptBytes;
}

export interface KeptBytes {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** An endpoint and the handler that answers it. */
export interface Route<Context> {
  readonly endpoint: Endpoint;
  readonly handle: (context: Context, request: ParsedRequest) => Promise<Answer>;
  /** The stored definitions' problems with a body. They are asked where it is refused anyway, to name all at once. */
  readonly furtherProblems?: (context: Context, body: unknown) => Promise<FieldErrors | undefined>;
}

/**
 * Binds every operation of a contract to its handler. It takes two calls, because in a single one the literals of a
 * handler's answer would widen and fail the check.
 */
export function implement<C extends Contract>(contract: C) {
  return <Context>(handlers: Handlers<C, Context>): readonly Route<Context>[] =>
    Object.entries(contract).map(([name, endpoint]) => ({
      endpoint,
      // The parameter's type has checked the pair. All routes have the same type below, and the server checks requests.
      handle: handlers[name] as unknown as Route<Context>['handle'],
    }));
}
