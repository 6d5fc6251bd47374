import type { ErrorCode, errorCodes } from '@rapport/kernel';
import type { z } from 'zod';
import type { ApiResult } from './api-result.ts';
import type { Contract, Endpoint, FilePart, RequestMember, SentFile, Success, SuccessStatus } from './endpoint.ts';
import type { OAuthProblem, Problem } from './failures/problem-shape.ts';
import type { ByteType } from './served-bytes.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  /** Gives the headers of a request, such as `authorization`, each time anew, because a token does not last. */
  readonly headers?: () => Record<string, string> | Promise<Record<string, string>>;
  readonly fetch?: typeof fetch;
}

type InputOf<E extends Endpoint, Member extends RequestMember> =
  E extends Readonly<Record<Member, infer S extends z.ZodType>> ? z.input<S> : undefined;

type BodyInput<E extends Endpoint> = E extends { readonly body: infer S extends z.ZodType } ? z.input<S> : undefined;

type BodyPart<E extends Endpoint> = E extends { readonly file: FilePart }
  ? { readonly body?: SentFile | undefined }
  : BodyInput<E> extends undefined
    ? { readonly body?: undefined }
    : { readonly body: BodyInput<E> };

/** A query in the types of its endpoint's texts. A number is written in decimal. */
type QueryInput<E extends Endpoint> =
  InputOf<E, 'query'> extends infer Q ? { readonly [Name in keyof Q]?: string | number | undefined } : never;

export type ClientRequest<E extends Endpoint> = (InputOf<E, 'params'> extends undefined
  ? { readonly params?: undefined }
  : { readonly params: InputOf<E, 'params'> }) &
  BodyPart<E> & {
    readonly query?: QueryInput<E>;
    readonly headers?: Readonly<Record<string, string>>;
  };

type ErrorStatus = (typeof errorCodes)[ErrorCode];

type ProblemOf<E extends Endpoint> = E extends { readonly envelope: 'apiResult' }
  ? ApiResult<never>
  : E extends { readonly bodyType: 'form' }
    ? OAuthProblem
    : Problem;

type SuccessBody<E extends Endpoint> = E['success'] extends { readonly body: infer S extends z.ZodType }
  ? E extends { readonly envelope: 'apiResult' }
    ? ApiResult<z.output<S>>
    : z.output<S>
  : E['success'] extends { readonly bytes: readonly ByteType[] }
    ? ReadableStream<Uint8Array>
    : undefined;

/** The status of a part of bytes. */
type PartStatus<E extends Endpoint> = E['success'] extends { readonly bytes: readonly ByteType[] } ? 206 : never;

/** An answer as it came. A problem is an answer too: look at the status. */
export type ClientAnswer<E extends Endpoint> =
  | { readonly status: SuccessStatus<E> | PartStatus<E>; readonly headers: Headers; readonly body: SuccessBody<E> }
  | { readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly status: ErrorStatus; readonly headers: Headers; readonly body: ProblemOf<E> };

type Call<E extends Endpoint> =
  object extends ClientRequest<E>
    ? (request?: ClientRequest<E>) => Promise<ClientAnswer<E>>
    : (request: ClientRequest<E>) => Promise<ClientAnswer<E>>;

export type Client<C extends Contract> = { readonly [Name in keyof C]: Call<C[Name]> };

/** The part of an operation that a call needs. A page in a browser has these as plain values, without their schemas. */
export interface Called extends Pick<Endpoint, 'method' | 'path' | 'bodyType' | 'file'> {
  readonly success?: Pick<Success, 'bytes'>;
}

/** A client with one method for each operation of the contract. */
export function createClient<C extends Contract>(
  contract: C | { readonly [Name in keyof C]: Called },
  options: ClientOptions,
): Client<C> {
  const calls = Object.entries<Called>(contract).map(([name, endpoint]) => [
    name,
    (request: AnyRequest = {}) => call(endpoint, request, options),
  ]);
  // Built from the contract's own entries, so that each name has the call of its endpoint.
  return Object.fromEntries(calls) as Client<C>;
}

interface AnyRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

async function call(endpoint: Called, request: AnyRequest, options: ClientOptions): Promise<unknown> {
  const send = options.fetch ?? fetch;
  const body = encodeBody(endpoint, request.body);
  const response = await send(addressOf(endpoint, request, options.baseUrl), {
    method: endpoint.method.toUpperCase(),
    headers: { accept: 'application/json', ...(await options.headers?.()), ...body?.headers, ...request.headers },
    ...(body ? { body: body.content } : {}),
  });
  if (endpoint.success?.bytes && response.ok) {
    return { status: response.status, headers: response.headers, body: response.body };
  }
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : parse(text) };
}

/** A text that is no JSON is returned as it is, so that a caller sees what a broken server said. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function addressOf(endpoint: Called, { params = {}, query = {} }: AnyRequest, baseUrl: string): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) {
      search.set(name, String(value));
    }
  }
  const suffix = search.size > 0 ? `?${search.toString()}` : '';
  return `${baseUrl}${path}${suffix}`;
}

interface EncodedBody {
  readonly content: string | FormData;
  readonly headers: Readonly<Record<string, string>>;
}

function encodeBody({ bodyType, file }: Called, body: unknown): EncodedBody | undefined {
  if (body === undefined) {
    return undefined;
  }
  if (file) {
    // The type of the request has checked it. The form's own header has the boundary.
    return { content: formOf(file, body as SentFile), headers: {} };
  }
  if (bodyType === 'form') {
    const fields = Object.entries(body as Record<string, string | undefined>).filter(
      ([, value]) => value !== undefined,
    );
    const content = new URLSearchParams(fields as [string, string][]).toString();
    return { content, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  }
  return { content: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

function formOf({ name: part }: FilePart, { name, content }: SentFile): FormData {
  const form = new FormData();
  form.append(part, new Blob([Uint8Array.from(content)]), name);
  return form;
}
