export interface ReceivedAnswer {
  readonly status: number;
  /** By their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A proxy that could not read the request does not know its method either, and says so in a line of HTML. */
export function isUnread(status: number, headers: ReceivedAnswer['headers']): boolean {
  return status === 400 && headers['content-type'] === 'text/html';
}
