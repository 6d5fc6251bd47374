import { connect } from 'node:net';
import pg from 'pg';

/** Whether PostgreSQL answers a query of a new session within the time; a frozen one does not. */
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
  if (result) await client.end();
  else client.connection.stream.destroy();
  return result;
}

/** Whether Redis answers PING within the time. */
export function pingRedis(url: string, deadlineMs: number): Promise<boolean> {
  const { hostname, port, password } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: deadlineMs });
    const finish = (answered: boolean): void => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(answered);
    };
    const deadline = setTimeout(finish, deadlineMs, false);
    let answer = '';
    socket.on('connect', () => socket.write(`${password === '' ? '' : `AUTH ${password}\r\n`}PING\r\n`));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
      if (answer.includes('+PONG\r\n')) finish(true);
      else if (answer.includes('-') || answer.length > 1_000) finish(false);
    });
    socket.on('error', () => finish(false));
    socket.on('close', () => finish(false));
  });
}

/** Whether a broker answers which requests it knows within the time; a frozen one takes the connection and says nothing. */
export function pingKafka(url: string, deadlineMs: number): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const finish = (answered: boolean): void => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(answered);
    };
    const deadline = setTimeout(finish, deadlineMs, false);
    socket.on('connect', () => socket.write(apiVersionsRequest));
    socket.once('data', () => finish(true));
    socket.on('error', () => finish(false));
    socket.on('close', () => finish(false));
  });
}

/** Its length, then ApiVersions (18) in its version 0, a number to recognise the answer by, and no client's name. */
const apiVersionsRequest = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 0xff, 0xff]);
