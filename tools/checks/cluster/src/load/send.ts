import { Agent, request, type IncomingHttpHeaders } from 'node:http';

export interface Sent {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The answer to one request. On a kept connection it may meet its end, so it is sent once more on a new one, as every client does. */
export async function send(agent: Agent, sent: Sent): Promise<Received> {
  try {
    return await sendOnce(agent, sent);
  } catch (error) {
    if (error instanceof Error && error.cause === keptConnection) {
      return sendOnce(new Agent(), sent);
    }
    throw error;
  }
}

function sendOnce(agent: Agent, { method, url, headers, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(answerMs);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const going = request(url, { agent, method, signal, headers: { ...headers, ...length } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    going.once('error', (error: NodeJS.ErrnoException) => {
      if (going.reusedSocket && error.code === 'ECONNRESET') {
        error.cause = keptConnection;
      }
      reject(error);
    });
    going.end(body);
  });
}

const keptConnection = Symbol('kept connection');
const answerMs = 15_000;
