import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@rapport/config';
import { settingsOf } from '@rapport/local-platform';
import { services } from '@rapport/installation';
import { expect, onTestFinished, test } from 'vitest';
import { known } from './known.ts';
import { podsOf, rendered, type Container, type PodSpec } from './render.ts';

const evaluation = ['values-evaluation.yaml'];
const production = ['values-production.yaml'];
const operators = [...production, 'values-operators.yaml'];

test.each([[evaluation], [production], [operators]])(
  'each service of %s finds in its environment what it reads, and nothing else',
  async (files) => {
    const pods = podsOf(await rendered(files));
    for (const { name, secrets } of services) {
      const pod = known(pods.get(`rapport-${name}`));
      const container = known(pod.containers[0]);
      const schema = await settingsOf(name);
      const environment = await withFiles(container, pod, secrets);
      expect(() => readConfig(schema, environment)).not.toThrow();
      const read = new Set([
        ...Object.keys(schema.shape).flatMap((key) => [key, `${key}_FILE`]),
        'OPERATOR_CREDENTIAL_FILE',
        // Node itself reads where its authorities are.
        'NODE_USE_SYSTEM_CA',
        'SSL_CERT_DIR',
      ]);
      expect([name, Object.keys(environment).filter((key) => !read.has(key))]).toEqual([name, []]);
    }
  },
);

test('the subscription service knows how invoices are paid where a value says it', async () => {
  for (const [sets, text] of [
    [[], undefined],
    [['subscriptionService.invoicePaymentText=To the account 1.'], 'To the account 1.'],
  ] as const) {
    const pod = known(podsOf(await rendered(production, [...sets])).get('rapport-subscription-service'));
    const variables = pod.containers[0]?.env?.filter(({ name }) => name === 'INVOICE_PAYMENT_TEXT') ?? [];
    expect(variables.map(({ value }) => value)).toEqual(text === undefined ? [] : [text]);
  }
});

test('the worker reaches Kafka as the values say', async () => {
  const sasl = { mechanism: 'scram-sha-512', username: 'crm', existingSecret: 'crm-kafka', key: 'words' };
  const sets = Object.entries(sasl).map(([name, value]) => `kafka.sasl.${name}=${value}`);
  const pods = podsOf(await rendered(production, [...sets, 'kafka.tls=true', 'kafka.prefix=crm.']));
  const worker = known(pods.get('rapport-change-feed-worker'));
  const env = Object.fromEntries(worker.containers[0]?.env?.map(({ name, value }) => [name, value]) ?? []);
  expect(env).toMatchObject({
    KAFKA_TLS: 'on',
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_SASL_USERNAME: 'crm',
    KAFKA_SASL_PASSWORD_FILE: '/kafka/words',
    KAFKA_PREFIX: 'crm.',
  });
  expect(worker.volumes).toContainEqual({ name: 'kafka', secret: { secretName: 'crm-kafka' } });
  const usual = podsOf(await rendered(production)).get('rapport-change-feed-worker')?.containers[0]?.env;
  expect(usual?.filter(({ name }) => /^KAFKA_(SASL|PREFIX)/.test(name))).toEqual([]);
});

test('the token service knows a contact for weaknesses where a value names one', async () => {
  const contactIn = async (sets: readonly string[]): Promise<unknown> => {
    const [container] = podsOf(await rendered(evaluation, sets)).get('rapport-token-service')?.containers ?? [];
    return container?.env?.find(({ name }) => name === 'SECURITY_CONTACT')?.value;
  };
  expect(await contactIn([])).toBeUndefined();
  const contact = 'mailto:security@example.test';
  expect(await contactIn([`tokenService.securityContact=${contact}`])).toBe(contact);
});

test('the worker sends marketing e-mails where there is an address for them, and the application API knows it', async () => {
  const bounces = 'marketingMail.bounceDomain=bounces.example.com';
  const sets = ['marketingMail.existingSecret=rapport-marketing-mail', 'marketingMail.mailsPerSecond=7', bounces];
  for (const [more, flag] of [
    [[], 'off'],
    [sets, 'on'],
    [['marketingMail.url=smtps://mail.example.com:465'], 'on'],
  ] as const) {
    const pods = podsOf(await rendered(production, [...more]));
    const environment = (name: string) =>
      Object.fromEntries(pods.get(name)?.containers[0]?.env?.map((entry) => [entry.name, entry.value]) ?? []);
    expect(environment('rapport-application-api')['MARKETING_MAILS']).toBe(flag);
    const worker = known(pods.get('rapport-change-feed-worker'));
    const isSecret = more === sets;
    expect(environment('rapport-change-feed-worker')['MARKETING_MAILS_PER_SECOND']).toBe(isSecret ? '7' : '200');
    expect(worker.volumes?.some(({ secret }) => secret?.secretName === 'rapport-marketing-mail')).toBe(isSecret);
    const bounceDomain = environment('rapport-change-feed-worker')['MARKETING_MAIL_BOUNCE_DOMAIN'];
    expect(bounceDomain).toBe(isSecret ? 'bounces.example.com' : undefined);
    const path = environment('rapport-change-feed-worker')['MARKETING_MAIL_URL_FILE'];
    expect(path).toBe(isSecret ? '/marketing-mail-address/MARKETING_MAIL_URL' : undefined);
  }
});

test('the bound of files is written in digits, and items of timelines are kept without an end where no days are given', async () => {
  const environment = async (name: string, sets: readonly string[]) => {
    const [container] = podsOf(await rendered(production, sets)).get(name)?.containers ?? [];
    return Object.fromEntries(container?.env?.map((entry) => [entry.name, entry.value]) ?? []);
  };
  const api = await environment('rapport-application-api', []);
  expect(api['MARKETING_FILE_BYTES_PER_TENANT']).toBe('1073741824');
  const daysWith = async (sets: readonly string[]) =>
    (await environment('rapport-change-feed-worker', sets))['TIMELINE_RETENTION_DAYS'];
  expect(await daysWith([])).toBeUndefined();
  expect(await daysWith(['changeFeedWorker.timelineRetentionDays=365'])).toBe('365');
});

test('numbers of a million and above are written in digits, because services take no others', async () => {
  const sets = ['subscriptionService.signups.unverifiedMax=1000000', 'env.SIGNUPS_IN_HOUR=2500000', 'logLevel=debug'];
  const [container] = podsOf(await rendered(production, sets)).get('rapport-subscription-service')?.containers ?? [];
  expect(container?.env).toContainEqual({ name: 'UNVERIFIED_TENANTS_MAX', value: '1000000' });
  expect(container?.env).toContainEqual({ name: 'SIGNUPS_IN_HOUR', value: '2500000' });
  expect(container?.env).toContainEqual({ name: 'TRACE_SAMPLE_RATIO', value: '0.05' });
  expect(container?.env).toContainEqual({ name: 'LOG_LEVEL', value: 'debug' });
});

test('a component adds variables and sets others by name, and each comes once', async () => {
  const sets = [
    'env.LOG_LEVEL=warn',
    'publicApi.env.LOG_LEVEL=debug',
    'publicApi.env.NODE_OPTIONS=--max-old-space-size=300',
  ];
  const pods = podsOf(await rendered(evaluation, sets));
  const env = known(pods.get('rapport-public-api')?.containers[0]?.env);
  expect(env.filter(({ name }) => name === 'LOG_LEVEL')).toEqual([{ name: 'LOG_LEVEL', value: 'debug' }]);
  expect(env).toContainEqual({ name: 'NODE_OPTIONS', value: '--max-old-space-size=300' });
  expect(pods.get('rapport-token-service')?.containers[0]?.env).toContainEqual({ name: 'LOG_LEVEL', value: 'warn' });
});

/** The container's environment, with a file for each secret that its pod mounts. */
const rings = ['KEY_ENCRYPTION_KEY', 'SECRET_PEPPERS', 'CURSOR_KEY', 'UNSUBSCRIBE_KEYS'];

async function withFiles(
  container: Container,
  pod: PodSpec,
  secrets: readonly string[],
): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const mounted = new Set(pod.volumes?.flatMap(({ secret }) => secret?.items?.map(({ key }) => key) ?? []));
  const key = Buffer.alloc(32, 1).toString('base64');
  const contents: Record<string, string> = {
    ...Object.fromEntries(rings.map((name) => [name, JSON.stringify({ k1: key })])),
    REDIS_URL: 'rediss://:secret@redis.example.com:6379',
    MAIL_URL: 'smtps://user:secret@mail.example.com:465',
    MARKETING_MAIL_URL: 'smtps://user:secret@mail.example.com:465',
  };
  const environment: Record<string, string> = {};
  for (const { name, value, valueFrom } of container.env ?? []) {
    if (!name.endsWith('_FILE')) {
      environment[name] = valueFrom === undefined ? (value ?? '') : `${container.name}-0`;
      continue;
    }
    const file = known(value).split('/').at(-1) ?? '';
    if (known(value).startsWith('/secrets/')) {
      expect([container.name, file, mounted.has(file)]).toEqual([container.name, file, true]);
    }
    const path = join(folder, file);
    await writeFile(path, contents[name.replace(/_FILE$/, '')] ?? key);
    environment[name] = path;
  }
  expect([container.name, secrets.filter((secret) => !mounted.has(secret))]).toEqual([container.name, []]);
  return environment;
}
