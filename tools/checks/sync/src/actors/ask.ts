import type { Members } from '@rapport/testbed/model';

export interface Answer {
  readonly status: number;
  readonly etag: string | null;
  readonly isReplay: boolean;
  readonly body: Members;
}

/** The parts of a request beside its method and path. */
export interface SentWith {
  readonly body?: Members;
  readonly key?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** The platform, as a client or a person comes to it. */
export interface Access {
  readonly baseUrl: string;
  readonly token: string;
}

export async function ask({ baseUrl, token }: Access, method: string, path: string, sent: SentWith): Promise<Answer> {
  const { body, key, ifMatch, ifNoneMatch } = sent;
  const answer = await fetch(`${baseUrl}/api/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(answerMs),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    etag: answer.headers.get('etag'),
    isReplay: answer.headers.get('idempotency-replayed') === 'true',
    body: text === '' ? {} : (JSON.parse(text) as Members),
  };
}

const answerMs = 15_000;
