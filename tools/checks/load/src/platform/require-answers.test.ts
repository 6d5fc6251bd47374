import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { requireAnswers } from './require-answers.ts';

const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) {
    end();
  }
});

async function answering(status: number, body: string): Promise<string> {
  const server = createServer((_, res) => res.writeHead(status).end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ends.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const away = 'http://127.0.0.1:9';
const asked = (baseUrl: string, url: string): Promise<void> =>
  requireAnswers(baseUrl, { url, credential: 'rpt_op_x' }, 'operator.json');

test('a platform that answers at both addresses is taken', async () => {
  await expect(asked(await answering(404, ''), await answering(200, '{"tenants":[]}'))).resolves.toBeUndefined();
});

test('an address that does not answer is named', async () => {
  const base = await answering(404, '');
  await expect(asked(away, base)).rejects.toThrow(`${away} does not answer; see ./rapport status.`);
  await expect(asked(base, away)).rejects.toThrow(
    /^The operators' API does not answer \(.+\); see \.\/rapport status\.$/,
  );
});

test('a credential that is refused is named by its file, and not shown', async () => {
  const base = await answering(404, '');
  const refusing = await answering(401, '{"code":"unauthenticated"}');
  await expect(asked(base, refusing)).rejects.toThrow("The operators' API refuses the credential in operator.json.");
});

test.each([
  [404, '{"code":"not_found"}'],
  [200, '<html>'],
  [200, ''],
])('an address that answers %i with %s is not the operators’ API', async (status, body) => {
  const base = await answering(404, '');
  const other = await answering(status, body);
  await expect(asked(base, other)).rejects.toThrow(`${other} is not the operators' API; see subscription-service in`);
});
