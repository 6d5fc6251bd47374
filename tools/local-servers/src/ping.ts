import { connect } from 'node:net';
import { connect as connectEncrypted } from 'node:tls';
import pg from 'pg';

/** Whether PostgreSQL answers a query on a new connection within the time. A frozen server does not. */
export async function pingPostgres(url: string, deadlineMs: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: deadlineMs,
    query_timeout: deadlineMs,
  });
  client.on('error', () => undefined);
  const deadline = new Promise<false>((resolve) => setTimeout(resolve, deadlineMs, false).unref());
  const answered = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      () => false,
    );
  const result = await Promise.race([answered, deadline]);
  if (result) {
    await client.end();
  } else {
    client.connection.stream.destroy();
  }
  return result;
}

/** Whether Redis answers PING within the time. */
export function pingRedis(url: string, deadlineMs: number): Promise<boolean> {
  const { password } = new URL(url);
  const request = `${password === '' ? '' : `AUTH ${password}\r\n`}PING\r\n`;
  return answers(url, deadlineMs, request, (answer) => {
    if (answer.includes('+PONG\r\n')) {
      return true;
    }
    return answer.includes('-') || answer.length > 1_000 ? false : undefined;
  });
}

/** Whether a GET of the address is answered with 200 within the time. */
export function pingHttp(url: string, deadlineMs: number): Promise<boolean> {
  const { host, pathname } = new URL(url);
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  return answers(url, deadlineMs, request, (answer) => {
    return answer.includes('\r\n') ? answer.startsWith('HTTP/1.1 200 ') : undefined;
  });
}

/** Whether a broker answers within the time. A frozen broker takes the connection and is silent. */
export function pingKafka(url: string, deadlineMs: number): Promise<boolean> {
  return answers(url, deadlineMs, apiVersionsRequest, () => true);
}

/** Its length, then ApiVersions (18) in version 0, a number that the answer repeats, and no name of a client. */
const apiVersionsRequest = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 0xff, 0xff]);

/** Sends the request on a connection of its own. `judge` sees all that has come, and waits for more by undefined. */
function answers(
  url: string,
  deadlineMs: number,
  request: string | Buffer,
  judge: (answer: string) => boolean | undefined,
): Promise<boolean> {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const at = { host, port: Number(port) };
    // Whose the certificate is, its clients judge.
    const socket = protocol === 'rediss:' ? connectEncrypted({ ...at, rejectUnauthorized: false }) : connect(at);
    const finish = (isAnswered: boolean): void => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(isAnswered);
    };
    const deadline = setTimeout(finish, deadlineMs, false);
    let answer = '';
    socket.on(protocol === 'rediss:' ? 'secureConnect' : 'connect', () => socket.write(request));
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
      const verdict = judge(answer);
      if (verdict !== undefined) {
        finish(verdict);
      }
    });
    socket.on('error', () => finish(false));
    socket.on('close', () => finish(false));
  });
}
