import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { services } from '@rapport/installation';
import { projectRoot } from '@rapport/local-platform';
import type { Loop } from '@rapport/telemetry';
import { alerts } from './alerts/alerts.ts';
import { rows } from './rows.ts';

/** For `generate`: the page of what runs by itself, from the lists of the services. */
export const loopsGenerator = {
  name: 'page of what runs by itself',
  run: async (): Promise<Record<string, string>> => ({
    'docs/operators/what-runs-by-itself.md': `${introduction}\n${await loopsTable()}`,
  }),
};

async function loopsTable(): Promise<string> {
  const libs = await libsOfLoops();
  const cells: string[][] = [];
  for (const { name: service, entry } of services) {
    const start = (await import(join(projectRoot, dirname(entry), 'start.ts'))) as {
      running: readonly { loops: readonly Loop[] }[];
    };
    for (const { name, does, alert } of start.running.flatMap(({ loops }) => loops)) {
      const runbook = Object.keys(alerts).find((page) => alerts[page]?.some((each) => each.name === alert));
      cells.push([name, service, does, `\`${libs.get(name)}\``, `[${alert}](../runbooks/${runbook}.md)`]);
    }
  }
  const listed = new Set(cells.map(([name]) => name));
  if (cells.flat().some((cell) => cell.includes('undefined')) || listed.size !== libs.size) {
    throw new Error(`A loop of ${[...libs.keys()].join(', ')} is on no list, or its lib or its alert is not there.`);
  }
  return rows(['work', 'service', 'what it does', 'lib', 'alert'], cells);
}

async function libsOfLoops(): Promise<Map<string, string>> {
  const libs = new Map<string, string>();
  for await (const file of glob('libs/*/*/src/**/*.ts', { cwd: projectRoot, exclude: ['**/*.test.ts'] })) {
    const text = await readFile(join(projectRoot, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/= loop\(\s*'([^']+)'/g)) {
      libs.set(name, file.split('/').slice(0, 3).join('/'));
    }
  }
  return libs;
}

const introduction = `# What runs by itself

Each process of a service goes on with this for as long as it lives, in rounds. A failed round ends nothing: it is counted in
\`background_failures_total{work, cell}\`, the log has one line with \`work\` and \`error\` until the error is another one, and the
next round tries again. \`background_last_good_timestamp_seconds{work, cell}\` is when a round last went well.

A mail leaves from the service that wrote it only where that is the application API. The mails of sign-ups, invoices and states are written
by the subscription service, and links for new passwords by the token service, into the same table of control; the processes of the
application API send them all, because one service alone knows the mail server and its password.

Beside it the worker reads Kafka for as long as it lives ([alerts](../runbooks/consumer-lag.md)), every process asks
its databases for the versions of their schemas, which \`/readyz\` shows, and Redis for its memory and, while it is away, whether it is back
([alerts](../runbooks/redis-memory.md)).
`;
