export interface ReceivedAnswer {
  readonly status: number;
  /** By their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * A proxy that could not read the request does not know its method either, and says so in a line of HTML. A server without a
 * proxy says it in no words.
 */
export function isUnread(status: number, headers: ReceivedAnswer['headers']): boolean {
  const type = headers['content-type'];
  return (status === 400 && type === 'text/html') || ((status === 400 || status === 431) && type === undefined);
}
