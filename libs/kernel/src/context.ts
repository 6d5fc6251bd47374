/** The trace of one request or one piece of background work; its id is in every answer and every log line. */
export interface Trace {
  readonly traceId: string;
  /** The W3C form of this trace's current span, for rows and messages that others will link to. */
  readonly traceparent: string;
}

/** What everything that reaches the world is called with. */
export interface CallContext {
  readonly trace: Trace;
}

export interface TenantRef {
  readonly id: string;
  /** The digits of the schema's name. It never changes and is never given again. */
  readonly number: number;
  /** The cell in which the tenant's schema lives. */
  readonly cell: string;
}

/** Who acts: a person, or an API client that acts as one. */
export interface Actor {
  readonly userId: string;
  readonly clientId: string | null;
}

/** Which records of a tenant the acting user sees. */
export type Visibility =
  | { readonly scope: 'all' }
  | { readonly scope: 'own'; readonly userId: string }
  | { readonly scope: 'team'; readonly teamId: string };

/** The numbers of the view that the request was admitted with: see the rules of a changed view in libs/records. */
export interface ViewNumbers {
  readonly client: number;
  readonly user: number;
}

/** Everything a service method knows of its caller. It is the first argument of each. */
export interface RequestContext extends CallContext {
  readonly tenant: TenantRef;
  readonly actor: Actor;
  readonly visibility: Visibility;
  readonly view: ViewNumbers;
}
