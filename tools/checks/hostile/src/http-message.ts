import { isUnread, type ReceivedAnswer } from '@rapport/testbed';

/** A request byte by byte, as no library would send it. */
export interface HostileRequest {
  /** The operation that it is made from. It may lead elsewhere. */
  readonly operationId: string;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer;
}

/** The bytes of a request. Characters beyond U+00FF in its head are sent in UTF-8. */
export function bytesOf({ method, target, headers, body }: HostileRequest): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  const length = body === undefined ? '' : `content-length: ${body.length}\r\n`;
  const head = Buffer.from(`${lines.join('\r\n')}\r\n${length}\r\n`);
  return body === undefined ? head : Buffer.concat([head, body]);
}

/** The answer at the start of what was received, with the bytes behind it, or undefined while it is not whole. */
export function answerIn(received: Buffer, isHead: boolean): { answer: ReceivedAnswer; rest: Buffer } | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) {
    return undefined;
  }
  const [first = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  const headers = Object.fromEntries(lines.map(headerIn));
  if (status >= 100 && status < 200) {
    return answerIn(received.subarray(end + 4), isHead);
  }
  const hasBody = (!isHead || isUnread(status, headers)) && status !== 204 && status !== 304;
  const length = hasBody ? Number(headers['content-length'] ?? 0) : 0;
  const start = end + 4;
  if (received.length < start + length) {
    return undefined;
  }
  const answer = { status, headers, body: received.subarray(start, start + length) };
  return { answer, rest: received.subarray(start + length) };
}

function headerIn(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
