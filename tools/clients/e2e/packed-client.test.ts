import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { guideFiles, operatorClient, Tenant } from '@rapport/testbed';
import { afterAll, expect, inject, test } from 'vitest';
import { bringConsumer, installedFolder, removeFolder } from '../src/consumer.ts';
import { runProgram } from '../src/run-program.ts';

const { baseUrl, operatorUrl, operatorCredential } = inject('platform');
const consumer = await bringConsumer();
if ('missing' in consumer) {
  test.skip(`the packed client: ${consumer.missing}`, () => undefined);
} else {
  const folder = await installedFolder(consumer);
  afterAll(() => removeFolder(folder));

  test.each(consumer.compilers)('a program that uses every call compiles with %s', async (compiler) => {
    await runProgram(process.execPath, [compiler, '-p', '.'], { folder });
  });

  test.each(consumer.nodes)('the program runs with %s', async (node) => {
    const environment = await newEnvironment();
    const output = await runProgram(node, ['--no-warnings', join('built', 'every-call.js')], { folder, environment });
    expect(JSON.parse(output)).toEqual({
      again: true,
      amount: 2,
      batch: ['A', 'validation_failed'],
      refused: 'not_found',
      items: 2,
      pages: 2,
      fields: 0,
      unchanged: null,
      copied: 1,
      others: ['function', 'function', true, 'function', true],
    });
    const command = join('node_modules', '.bin', 'rapport-client');
    const to = `sqlite:${node === process.execPath ? 'a' : 'b'}.db`;
    await runProgram(node, ['--no-warnings', command, 'sync', '--to', to, '--once'], { folder, environment });
    const verified = await runProgram(node, ['--no-warnings', command, 'verify', '--to', to], { folder, environment });
    expect(verified).toBe('missing 0, stale 0, too much 0\n');
  });

  test('the programs of the guide and of the README run', async () => {
    const environment = await newEnvironment();
    for (const page of ['client.md', '../../libs/client/README.md']) {
      const files = await guideFiles(page);
      await cp(files, folder, { recursive: true });
      await removeFolder(files);
    }
    const run = (program: string, words: string[]) => runProgram(program, words, { folder, environment });
    const said = await run(process.execPath, ['--no-warnings', 'calls.ts']);
    expect(said.trim().split('\n')).toEqual(['Three sites 1000', '201 400', 'validation_failed false']);
    await run(process.execPath, ['--no-warnings', 'copy.ts']);
    expect(await run('sh', ['-e', 'command.sh'])).toContain('missing 0, stale 0, too much 0');
    expect(await run(process.execPath, ['first.ts'])).toContain('Lindqvist & Söner From the ERP');
    expect(await run('sh', ['-e', 'first.sh'])).toContain('missing 0, stale 0, too much 0');
  });
}

async function newEnvironment() {
  const tenant = await Tenant.make(operatorClient({ url: operatorUrl, credential: operatorCredential }));
  const { clientId, clientSecret } = await tenant.client();
  return { RAPPORT_URL: baseUrl, RAPPORT_CLIENT_ID: clientId, RAPPORT_CLIENT_SECRET: clientSecret };
}
