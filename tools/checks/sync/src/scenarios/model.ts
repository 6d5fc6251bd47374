import { checkModel } from '../playing/check-model.ts';
import type { Scenario } from '../scenario.ts';

/** Operations at random, on all resources, beside a model that says what each must be answered and leave. */
export const modelScenarios: readonly Scenario[] = [
  {
    name: 'as-the-model',
    title:
      'whatever three clients and their users in person write, each answer and each timeline is what the model says, and a copy from any time is what the list shows',
    set: 'short',
    run: (stage) => checkModel(stage, { seed: 15, runs: stage.scaled(12), lengthMax: 260 }),
  },
  {
    name: 'as-the-model-for-long',
    title: 'the same, a thousand times with other operations each time',
    set: 'all',
    run: (stage) => checkModel(stage, { seed: Date.now() % 2 ** 31, runs: stage.scaled(1_000), lengthMax: 120 }),
  },
];
