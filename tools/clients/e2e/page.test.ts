import { createServer, type Server } from 'node:http';
import { Rapport } from '@rapport/client';
import { systemChromium } from '@rapport/local-servers';
import { operatorClient, Tenant } from '@rapport/testbed';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { ourSource } from '../src/killed-copies.ts';

const { baseUrl, listedOrigin, operatorUrl, operatorCredential } = inject('platform');
const found = await systemChromium();
if ('missing' in found) {
  process.stderr.write(`The client in a page is skipped: ${found.missing}\n`);
}
const executablePath = 'program' in found ? found.program : undefined;

test.skipIf(!executablePath)('a page of a listed origin reads a list and copies it', async () => {
  const tenant = await Tenant.make(operatorClient({ url: operatorUrl, credential: operatorCredential }));
  const { clientId, clientSecret } = await tenant.client();
  const credentials = { baseUrl, clientId, clientSecret };
  await new Rapport(credentials).customers.create({ name: 'Ek' });
  const server = await served(await bundled());
  const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(listedOrigin);
    expect(
      await page.evaluate(`import('/client.js').then(({ read }) => read(${JSON.stringify(credentials)}))`),
    ).toEqual([['Ek'], ['Ek']]);
  } finally {
    await browser.close();
    server.close();
  }
});

async function served(script: string): Promise<Server> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/client.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html>');
  });
  await new Promise<void>((resolve) => server.listen(Number(new URL(listedOrigin).port), '127.0.0.1', resolve));
  return server;
}

/** The client as a page has it, with a program that reads by both of its entries. */
async function bundled(): Promise<string> {
  const contents = `import { Rapport } from './index.ts';
    import { sync } from './sync/index.ts';
    export async function read(credentials) {
      const rapport = new Rapport(credentials);
      const listed = (await Array.fromAsync(rapport.customers.list())).map(({ name }) => name);
      const copied = [];
      const apply = async ({ records }) => copied.push(...records.map(({ name }) => name)) >= 0;
      await sync(rapport, { sink: { read: async () => null, apply, sweep: async () => true }, resources: ['customers'] });
      return [listed, copied];
    }`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ourSource },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
