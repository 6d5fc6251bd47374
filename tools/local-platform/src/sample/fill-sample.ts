import { join } from 'node:path';
import { operatorClient } from '@rapport/rapport';
import { operatorAccess } from '../platform/operator-access.ts';
import type { Demo } from '../platform/demo.ts';
import { readWhole, writeWhole } from '../state-file.ts';
import { Filling } from './filling.ts';
import { sampleCallers } from './sample-callers.ts';
import { counts } from './sample-records.ts';
import { ensureTeam, salesTeam } from './sales-team.ts';

interface FilledPlatform {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly demo: Demo;
}

/**
 * Fills the demo tenant through the APIs, once: a fill that was ended in the middle goes on where it was, because records have
 * external ids or names, and what else is made has idempotency keys. What people change later stays.
 */
export async function fillSample(
  { baseUrl, dataDir, demo }: FilledPlatform,
  say: (line: string) => void,
): Promise<void> {
  const mark = join(dataDir, 'sample.json');
  if ((await readWhole(mark)) !== undefined) {
    say('The demo tenant has its sample already.');
    return;
  }
  const today = new Date();
  const operator = operatorClient(await operatorAccess(dataDir));
  const team = await ensureTeam(operator, demo.tenantId, dataDir);
  const filling = new Filling(await sampleCallers(baseUrl, demo), team, today);
  await filling.records();
  say('          the customers, contacts, leads and opportunities of the sample are there');
  await filling.activities();
  await filling.campaigns();
  await writeWhole(mark, JSON.stringify({ madeOnUtc: today.toISOString(), ...counts }), 0o644);
  const { customers: count, opportunities: deals } = counts;
  say(
    `          the demo tenant has ${count} customers, ${deals} opportunities and a sales team of ${salesTeam.length}`,
  );
}
