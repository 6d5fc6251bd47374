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

/** The ports to which a policy lets its pods out, in the order of the policy. */
function portsOut({ spec }: Rendered): unknown[] {
  const { egress } = spec as { egress: { ports?: { port: unknown }[] }[] };
  return egress.flatMap(({ ports = [] }) => ports.map(({ port }) => port));
}
