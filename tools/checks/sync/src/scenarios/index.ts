import type { Scenario } from '../scenario.ts';
import { clockScenarios } from './servers/clock.ts';
import { faultScenarios } from './faults.ts';
import { loadScenarios } from './load.ts';
import { modelScenarios } from './model.ts';
import { nameScenarios } from './names.ts';
import { outageScenarios } from './servers/outage.ts';
import { pagingScenarios } from './paging.ts';
import { purgeScenarios } from './purge.ts';
import { renameScenarios } from './rename.ts';
import { refusalScenarios } from './refusals.ts';
import { repeatScenarios } from './repeats.ts';
import { restoreScenarios } from './servers/restore.ts';
import { tenantScenarios } from './tenants.ts';
import { transactionScenarios } from './transactions.ts';
import { viewScenarios } from './views.ts';
import { watermarkScenarios } from './watermarks.ts';
import { workerScenarios } from './worker.ts';

/** Every situation in which no client may miss a change. */
export const scenarios: readonly Scenario[] = [
  ...loadScenarios,
  ...transactionScenarios,
  ...pagingScenarios,
  ...watermarkScenarios,
  ...viewScenarios,
  ...modelScenarios,
  ...nameScenarios,
  ...renameScenarios,
  ...refusalScenarios,
  ...tenantScenarios,
  ...purgeScenarios,
  ...workerScenarios,
  ...faultScenarios,
  ...repeatScenarios,
  ...clockScenarios,
  ...restoreScenarios,
  ...outageScenarios,
];
