import type { Measured } from '../core/comparing/interleave.ts';
import { describeNoise } from '../core/noise.ts';
import { table } from '../core/table.ts';
import type { Comparison, TenantsReport } from './tenants-report.ts';

export function describeTenants(report: TenantsReport): string {
  const { tenants, comparisons, creationMs, addedColumnSeconds, noise } = report;
  return [
    `One tenant against ${tenants} in random order, over all four resources, at the service's own address: medians of rounds, CPU per request`,
    requests(comparisons),
    '',
    heaps(report),
    '',
    backend(report),
    '',
    `A tenant is made in p50 ${creationMs.p50.toFixed(0)} ms, p99 ${creationMs.p99.toFixed(0)} ms, one after the other`,
    `A nullable column is added to ${tenants} tenants in ${addedColumnSeconds.toFixed(1)} s`,
    describeNoise(noise),
  ].join('\n');
}

function requests(comparisons: readonly Comparison[]): string {
  const line = (name: string, { p50, p99, perSecond, cpu }: Measured): string[] => [
    name,
    p50.toFixed(2),
    p99.toFixed(2),
    perSecond.toFixed(0),
    ...['Node', 'PostgreSQL'].map((process) => (cpu[process] ?? 0).toFixed(0)),
  ];
  const rows = comparisons.flatMap(({ operation, concurrency, one, many }) => [
    [...line(`${operation}, ${concurrency} at a time: ${one.name}`, one), ''],
    [...line(`${operation}, ${concurrency} at a time: ${many.name}`, many), (many.p99 / one.p99).toFixed(2)],
  ]);
  return table(['', 'p50 ms', 'p99 ms', 'per s', 'Node us', 'PostgreSQL us', 'p99 ratio'], rows);
}

function heaps({ heaps: { one, many }, tenants }: TenantsReport): string {
  const rows = many.map(({ service, bytes, residentBytes }, at) => {
    const before = one[at]?.bytes ?? 0;
    return [
      service,
      ...[before, bytes].map(megabytes),
      `${((bytes / before - 1) * 100).toFixed(1)} %`,
      megabytes(residentBytes),
    ];
  });
  return table(['alive after garbage collection, MB', 'one tenant', `${tenants} tenants`, 'grown', 'resident'], rows);
}

function backend({ backend: { perTenant, perStatement, ofServing } }: TenantsReport): string {
  const kilobytes = (bytes: number): string => `${(bytes / 1_024).toFixed(0)} kB`;
  const statements = Object.entries(perStatement).map(([name, bytes]) => `${name} ${kilobytes(bytes)}`);
  return [
    `A backend holds ${kilobytes(perTenant)} for each tenant that it has touched in all four resources; for each prepared statement: ${statements.join(', ')}`,
    `The ${ofServing.length} backends of the public API hold ${ofServing.map(megabytes).join(', ')} MB of their own`,
  ].join('\n');
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
