/** The trace of a request or of a piece of background work. Its id is in every answer and every log line. */
export interface Trace {
  readonly traceId: string;
  /** The W3C form of this trace's current span, for rows and messages whose later readers link to it. */
  readonly traceparent: string;
}

/** The first argument of every call that reaches the world. */
export interface CallContext {
  readonly trace: Trace;
  /** The tenant for whose caller the world is reached, which has a share of what all tenants use. */
  readonly tenant?: TenantRef;
}

export interface TenantRef {
  readonly id: string;
  /** The digits of the schema's name. It never changes and is never given again. */
  readonly number: number;
  /** The cell in which the tenant's schema lives. */
  readonly cell: string;
}

/** The person who acts, or the API client that acts as that person. */
export interface Actor {
  readonly userId: string;
  readonly clientId: string | null;
}

/** The caller's name in a sentence. */
export function callerIn({ actor }: RequestContext): 'you' | 'this client' {
  return actor.clientId === null ? 'you' : 'this client';
}

/** The records of a tenant that the acting user sees. */
export type Visibility =
  | { readonly scope: 'all' }
  | { readonly scope: 'own'; readonly userId: string }
  | { readonly scope: 'team'; readonly teamId: string };

/** The numbers of the view that the request was admitted with, 0 without a client: see the rules of a changed view in libs/platform/records. */
export interface ViewNumbers {
  readonly client: number;
  readonly user: number;
}

/** Everything that a service method knows of its caller. It is the first argument of each. */
export interface RequestContext extends CallContext {
  readonly tenant: TenantRef;
  readonly actor: Actor;
  readonly visibility: Visibility;
  readonly view: ViewNumbers;
  /** Whether the tenant has as many records as its plan allows, so that no caller adds one. */
  readonly isFull?: boolean;
}
