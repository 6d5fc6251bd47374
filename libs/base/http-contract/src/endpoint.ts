import type { Act, ErrorCode } from '@rapport/kernel';
import type { z } from 'zod';
import type { RawJson } from './raw-json.ts';
import type { ByteType, ServedBytes } from './served-bytes.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The scope that a token must have, and the permission that its client's user must hold where there is one. */
export interface Right {
  readonly scope: string;
  readonly permission: string | null;
}

/** A client with one right. */
export interface TokenAccess extends Right {
  readonly limiter: string;
}

/** A client with the right that a parameter of the query chooses by its value. */
export interface ChosenAccess {
  readonly chosenBy: string;
  readonly rights: Readonly<Record<string, Right>>;
  readonly limiter: string;
}

/** A client that shows its own credentials in the request. Its limiter takes a unit once the request is understood. */
export interface CredentialsAccess {
  readonly credentials: 'client';
  readonly limiter: string;
}

/** A person who signed in, or a token for development, with the rights of a user. */
export interface UserAccess {
  /** The permissions that the user must hold, every one of them; none where signing in is enough. */
  readonly permissions: readonly string[];
  /** The permissions that are scopes too, with which a token for development does it, where those are not all of them. */
  readonly scopes?: readonly string[];
  /** The act, as far as the state of a tenant decides: one that takes access away is never closed. */
  readonly act: Act;
  readonly limiter: string;
}

/** A person who signed in, and is an owner of the tenant that the path names. */
export interface OwnerAccess {
  readonly owner: true;
  readonly limiter: string;
}

/** Which callers may call; `open` lets every caller in. */
export type Access = TokenAccess | ChosenAccess | CredentialsAccess | UserAccess | OwnerAccess | 'operator' | 'open';

export function takesToken(access: Access): access is TokenAccess {
  return typeof access === 'object' && 'scope' in access;
}

export function takesCredentials(access: Access): access is CredentialsAccess {
  return typeof access === 'object' && 'credentials' in access;
}

export function takesUser(access: Access): access is UserAccess {
  return typeof access === 'object' && 'permissions' in access;
}

export function takesOwner(access: Access): access is OwnerAccess {
  return typeof access === 'object' && 'owner' in access;
}

/** Whether it is an operator's change, which may say its reason in the header Rapport-Reason. */
export function takesReason({ method, access }: Pick<Endpoint, 'method' | 'access'>): boolean {
  return access === 'operator' && method !== 'get';
}

/** Whether a GET changes something. It then knows no HEAD, which promises to change nothing. */
export function changesByGet({ method, access }: Pick<Endpoint, 'method' | 'access'>): boolean {
  return method === 'get' && takesUser(access) && access.act !== 'read';
}

/** The members that decide the form of its answers. */
export type AnswerForm = Pick<Endpoint, 'envelope' | 'bodyType' | 'page'>;

/** Whether its answer names what the request said in vain, in the header Rapport-Ignored. */
export function namesIgnored({ envelope, bodyType, page }: AnswerForm): boolean {
  return envelope === undefined && bodyType !== 'form' && page !== true;
}

export interface Success {
  readonly status: 200 | 201 | 202 | 204;
  /** The status of the same answer where the work goes on behind it. */
  readonly unfinishedStatus?: 202;
  readonly body?: z.ZodType;
  /** The media type of a body that is no JSON. */
  readonly mediaType?: 'text/html' | 'text/plain' | 'text/javascript' | 'text/css' | 'image/svg+xml';
  /** The media types of a body of bytes, which a caller reads whole or in parts. It then has no schema. */
  readonly bytes?: readonly ByteType[];
  readonly headers?: z.ZodObject;
}

/** A request that the endpoint takes, and the body of its answer, as both are sent. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  /** By their lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly answer?: unknown;
}

/** The media type of a form with a file. */
export const fileFormMediaType = 'multipart/form-data';

/** A file as a caller sent it. */
export interface SentFile {
  /** The last part of the name that the form says. */
  readonly name: string;
  readonly content: Buffer;
}

/** The one part of a form in multipart/form-data. It may be missing, and so may the form. */
export interface FilePart {
  readonly name: string;
  readonly bytesMax: number;
  readonly description: string;
  /** The problem of a file, or undefined. */
  readonly problemOf: (file: SentFile) => string | undefined;
}

/** One HTTP operation as a value: validation, document, client and the obligation to implement it come from it. */
export interface Endpoint {
  readonly operationId: string;
  readonly method: Method;
  /** The whole path, with its parameters in braces. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** A path whose parameters have another form leads nowhere: 404. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** By their lower-case names. */
  readonly headers?: z.ZodObject;
  /** For a form it serves the document alone: the handler reads the pairs, because it must refuse repeated ones. */
  readonly body?: z.ZodType;
  readonly bodyType?: 'json' | 'form';
  readonly bodyBytesMax?: number;
  /** The most members of objects and elements of arrays that a body has, where that is not 5,000. */
  readonly bodyMembersMax?: number;
  /** It takes a form with a file in the place of a body. */
  readonly file?: FilePart;
  /** Whether the handler holds each item of the body to its schema, so that a wrong one is refused alone. */
  readonly itemsAlone?: true;
  /** The application API wraps answers and failures alike; handlers return the data alone. Of a page it wraps failures. */
  readonly envelope?: 'apiResult';
  /** A page for people: the handler alone reads the query, and answers with any status, with redirects and cookies. */
  readonly page?: true;
  readonly success: Success;
  /** The codes that are this operation's own; those of its access, query and body are implied. */
  readonly errors: readonly ErrorCode[];
  /** The data of those failures that carry some, within the wrapper of the application API. */
  readonly failureData?: Readonly<Partial<Record<ErrorCode, z.ZodType>>>;
  /** Readers of the document see it. */
  readonly example?: Example;
}

/** Operations by the names of their handlers. */
export type Contract = Readonly<Record<string, Endpoint>>;

export function endpoint<const E extends Endpoint>(spec: E): E {
  return spec;
}

/** The fields of a form in the order in which they were sent. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/** The members of a request beside its body. */
export type RequestMember = 'params' | 'query' | 'headers';

type OutputOf<E extends Endpoint, Member extends RequestMember> =
  E extends Readonly<Record<Member, infer S extends z.ZodType>> ? z.output<S> : undefined;

type BodyOf<E extends Endpoint> = E extends { readonly bodyType: 'form' }
  ? FormFields
  : E extends { readonly file: FilePart }
    ? SentFile | undefined
    : E extends { readonly body: infer S extends z.ZodType }
      ? z.output<S>
      : undefined;

/** A request that obeys its endpoint. */
export interface Parsed<E extends Endpoint> {
  readonly params: OutputOf<E, 'params'>;
  readonly query: OutputOf<E, 'query'>;
  readonly headers: OutputOf<E, 'headers'>;
  readonly body: BodyOf<E>;
  /**
   * SHA-256 over method, path and the canonical form of the body as it was sent; with a form of a file over the known
   * parameters, the file's name and its SHA-256 in place of the body. It is computed when it is read.
   */
  readonly fingerprint: Buffer;
}

/** Headers that a handler may add to any answer. */
export interface FreeHeaders {
  readonly 'cache-control'?: string;
  readonly 'retry-after'?: string;
}

/** The answer of a page to a browser: the page, or in place of one a `location` among the headers. */
export interface PageAnswer {
  readonly status: 200 | 303 | 400 | 404 | 429 | 503;
  /** The text of the page, or JSON where a program asked. */
  readonly body: string | RawJson;
  readonly headers: Readonly<Record<string, string>>;
  /** The values of `Set-Cookie`. */
  readonly cookies: readonly string[];
}

/** The answer of a handler. */
export type Result<E extends Endpoint> = E extends { readonly page: true } ? PageAnswer : DataResult<E>;

/** The statuses with which an endpoint tells of success. */
export type SuccessStatus<E extends Endpoint> =
  E['success']['status'] | (E['success'] extends { readonly unfinishedStatus: infer Status } ? Status : never);

type DataResult<E extends Endpoint> = { readonly status: SuccessStatus<E> } & (E['success'] extends {
  readonly body: infer S extends z.ZodType;
}
  ? { readonly body: z.output<S> | RawJson }
  : E['success'] extends { readonly bytes: readonly ByteType[] }
    ? { readonly body?: undefined; readonly bytes: ServedBytes }
    : { readonly body?: undefined }) &
  (E['success'] extends { readonly headers: infer H extends z.ZodObject }
    ? { readonly headers: z.input<H> & FreeHeaders }
    : { readonly headers?: FreeHeaders });
