import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { databasesOfFile } from '@rapport/database/testing';
import { freePorts } from '@rapport/local-servers';
import { expect, inject, test } from 'vitest';

const databases = await databasesOfFile();

test('the service starts again with the keys that it had, and does not start with another key in place of any', async () => {
  expect(await startWith({})).toMatchObject({ isServing: true });
  expect(await startWith({})).toMatchObject({ isServing: true });
  const sentences = {
    KEY_ENCRYPTION_KEY: 'KEY_ENCRYPTION_KEY lacks the key it was sealed with.',
    SECRET_PEPPERS: 'The pepper p of SECRET_PEPPERS is not the key that secrets were digested with under this id.',
    CLIENT_ID_KEY: 'CLIENT_ID_KEY is not the key that client ids were made with.',
  };
  const others = newKeys();
  for (const [name, sentence] of Object.entries(sentences)) {
    const { isServing, code, output } = await startWith({ [name]: others[name] });
    expect([name, isServing, code]).toEqual([name, false, 1]);
    expect(output).toContain(sentence);
  }
});

test('a service without a key encryption key names the variable that is not set', async () => {
  const { isServing, code, output } = await startWith({ KEY_ENCRYPTION_KEY: '' });
  expect([isServing, code]).toEqual([false, 1]);
  expect(output).toMatch(/KEY_ENCRYPTION_KEY \(.*\) is not set\./);
});

test('security.txt is there where a contact is configured, for whoever reads plain text', async () => {
  const [port] = await freePorts(1);
  const address = `http://127.0.0.1:${port}/.well-known/security.txt`;
  const contact = 'https://crm.example/report';
  let answers: Response[] = [];
  await startWith({ PORT: String(port), SECURITY_CONTACT: contact }, async () => {
    answers = [await fetch(address), await fetch(address, { headers: { accept: 'application/json' } })];
  });
  expect(answers.map(({ status }) => status)).toEqual([200, 406]);
  expect(answers[0]?.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await answers[0]?.text()).toMatch(
    /^Contact: https:\/\/crm\.example\/report\nExpires: .*Z\nPreferred-Languages: en\nCanonical: http:\/\/issuer\.test\/\.well-known\/security\.txt\n$/,
  );
});

interface Start {
  readonly isServing: boolean;
  readonly code: number | null;
  readonly output: string;
}

const usualKeys = newKeys();

function newKeys(): Record<string, string> {
  const [sealing = '', pepper = '', clientIds = ''] = [1, 2, 3].map(() => randomBytes(32).toString('base64'));
  return {
    KEY_ENCRYPTION_KEY: JSON.stringify({ k: sealing }),
    SECRET_PEPPERS: JSON.stringify({ p: pepper }),
    CLIENT_ID_KEY: clientIds,
  };
}

/** Starts the service with its usual keys but for these, and ends it as soon as it has served that. */
async function startWith(
  changed: Record<string, string | undefined>,
  serving: () => Promise<void> = async () => undefined,
): Promise<Start> {
  const started = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      MANAGEMENT_PORT: '0',
      CONTROL_DATABASE_URL: databases.url('control', 'rapport_token_service'),
      REDIS_URL: inject('redisUrl'),
      ISSUER: 'http://issuer.test',
      ...usualKeys,
      ...changed,
    },
  });
  let output = '';
  let isServing = false;
  let served: Promise<unknown> | undefined;
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      output += bytes.toString();
      if (!isServing && output.includes('"serving"')) {
        isServing = true;
        served = serving().finally(() => started.kill('SIGTERM'));
      }
    });
  }
  const code = await new Promise<number | null>((resolve) => started.once('close', resolve));
  await served;
  return { isServing, code, output };
}
