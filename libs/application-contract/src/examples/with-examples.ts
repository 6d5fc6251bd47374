import type { Contract, Example } from '@rapport/http-contract';
import { ownExamples, peopleExamples } from './people-examples.ts';
import { conversionExamples, recordExamples } from './record-examples.ts';
import { searchExamples } from './search-examples.ts';

/** What documents show of requests, by operation, in an order in which each finds what it names. */
export const examples: Readonly<Record<string, Example>> = {
  ...peopleExamples,
  ...recordExamples,
  ...searchExamples,
  ...conversionExamples,
  ...ownExamples,
};

/** The same contract, whose operations have their examples. */
export function withExamples<C extends Contract>(contract: C): C {
  const shown = Object.entries(contract).map(([name, endpoint]) => {
    const example = examples[endpoint.operationId];
    return [name, example === undefined ? endpoint : { ...endpoint, example }];
  });
  // An example changes nothing else of an endpoint.
  return Object.fromEntries(shown) as C;
}
