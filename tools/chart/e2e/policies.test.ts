import { expect, test } from 'vitest';
import { known } from './known.ts';
import { rendered, type Rendered } from './render.ts';

test.each([['values-evaluation.yaml'], ['values-production.yaml']])(
  'the policy that lets the Jobs of %s out is there before them, and no other one is away during an upgrade',
  async (file) => {
    const objects = await rendered([file], ['secrets.existingSecret=']);
    const hooks = objects.filter(
      ({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'pre-install,pre-upgrade',
    );
    const weightOf = ({ metadata }: Rendered): number => Number(metadata.annotations?.['helm.sh/hook-weight']);
    const [first, ...others] = hooks.toSorted((one, other) => weightOf(one) - weightOf(other));
    const policy = known(first);
    expect([policy.kind, policy.metadata.name]).toEqual(['NetworkPolicy', 'rapport-jobs']);
    expect(policy.metadata.annotations?.['helm.sh/hook-delete-policy']).toBe('before-hook-creation');
    expect(portsOut(policy)).toEqual(expect.arrayContaining([53, 5432, 443, 6443]));
    expect(others.map(({ kind }) => kind)).toContain('Job');
    expect(others.map(({ kind }) => kind)).not.toContain('NetworkPolicy');
    expect(weightOf(policy)).toBeLessThan(weightOf(known(others[0])));
  },
);

test.each([
  ['redis.url=redis://redis:6379/0', 'public-api', 6379],
  ['redis.url=redis://10.0.0.5', 'public-api', 6379],
  ['redis.url=rediss://cache-7', 'public-api', 6379],
  ['redis.url=rediss://[fd00::7]:6380/1', 'public-api', 6380],
  ['redis.existingSecret=cache,redis.port=6381', 'public-api', 6381],
  ['mail.url=smtp://relay:2525', 'application-api', 2525],
  ['mail.url=smtp://relay', 'application-api', 587],
  ['mail.url=smtps://relay', 'application-api', 465],
  ['mail.existingSecret=relay,mail.port=25', 'application-api', 25],
  ['marketingMail.url=smtp://relay:2525', 'change-feed-worker', 2525],
  ['marketingMail.existingSecret=relay,marketingMail.port=26', 'change-feed-worker', 26],
  ['kafka.brokers=kafka-0:9093\\,kafka-1:9094', 'change-feed-worker', 9094],
])('with %s the policies let %s out to the port %i', async (set, service, port) => {
  const stores = [
    'redis.existingSecret=',
    'redis.url=redis://redis:1',
    'mail.existingSecret=',
    'mail.url=file:///mail',
  ];
  const objects = await rendered(['values-production.yaml'], [...stores, set]);
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
  const policy = known(policies.find(({ metadata }) => metadata.name === `rapport-${service}`));
  expect(portsOut(policy)).toContain(port);
  const all = policies.filter(({ spec }) => Object.hasOwn(spec as object, 'egress')).flatMap(portsOut);
  expect(all.filter((other) => !Number.isInteger(other) || Number(other) < 1)).toEqual([]);
});

test('a service is let out to the ports of its own servers, and none where a folder takes its mails', async () => {
  const sets = ['mail.existingSecret=', 'mail.url=file:///mail'];
  const objects = await rendered(['values-production.yaml'], sets);
  const portsOf = (service: string): unknown[] =>
    portsOut(
      known(objects.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === `rapport-${service}`)),
    );
  expect(portsOf('application-api')).toEqual([5432, 6379]);
  expect(portsOf('change-feed-worker')).toEqual([5432, 9092]);
});

/** The ports to which a policy lets its pods out, in the order of the policy. */
function portsOut({ spec }: Rendered): unknown[] {
  const { egress } = spec as { egress: { ports?: { port: unknown }[] }[] };
  return egress.flatMap(({ ports = [] }) => ports.map(({ port }) => port));
}
