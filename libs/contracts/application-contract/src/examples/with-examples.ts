import type { Contract, Example } from '@rapport/http-contract';
import { groupExamples } from './group-examples.ts';
import { ownExamples, peopleExamples } from './people-examples.ts';
import { conversionExamples, recordExamples } from './record-examples.ts';
import { searchExamples } from './search-examples.ts';

/** The examples of requests in documents, by operation. A conversion stands behind all that is of its lead. */
export const examples: Readonly<Record<string, Example>> = {
  ...peopleExamples,
  ...recordExamples,
  ...groupExamples,
  ...searchExamples,
  ...conversionExamples,
  ...ownExamples,
};

/** The contract, whose operations have their examples. */
export function withExamples<C extends Contract>(contract: C): C {
  const shown = Object.entries(contract).map(([name, endpoint]) => {
    const example = examples[endpoint.operationId];
    return [name, example === undefined ? endpoint : { ...endpoint, example }];
  });
  // An example changes nothing else of an endpoint.
  return Object.fromEntries(shown) as C;
}
