import type { Step } from '../step.ts';
import { callersOutside } from './callers-outside.ts';
import { deniedFlows } from './denied-flows.ts';
import { exactLimits } from './exact-limits.ts';
import { autoscaling } from './more-replicas.ts';
import { nameServerAway } from './name-server.ts';
import { toNextVersionAndBack } from './next-version.ts';
import { podsThatGo } from './pods-that-go.ts';

/** The steps that a day may bring, between the first steps and the uninstall. */
export const daySteps: readonly Step[] = [
  { name: 'flows that are denied', run: deniedFlows },
  { name: 'callers from outside', run: callersOutside },
  { name: 'limits of one process and of three', run: exactLimits },
  ...podsThatGo,
  { name: 'an upgrade with migrations, and the return', run: toNextVersionAndBack },
  { name: 'the name server is away for a minute', run: nameServerAway },
  // Its replicas are no longer the chart's afterwards, so it is the last.
  { name: 'replicas follow the load', run: autoscaling },
];
