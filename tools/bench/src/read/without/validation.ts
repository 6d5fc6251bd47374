import { startPublicApi } from '@rapport/public-api';
import { publicContract } from '@rapport/public-contract';
import { z } from 'zod';

// A handler asks for what the parts of a request hold, so they stay and take everything.
for (const endpoint of Object.values<object>(publicContract)) {
  for (const member of ['params', 'query', 'headers', 'body']) {
    if (Reflect.get(endpoint, member) !== undefined) {
      Object.assign(endpoint, { [member]: z.any() });
    }
  }
}
await startPublicApi();
