import { startPublicApi } from '@rapport/public-api';
import { publicContract } from '@rapport/public-contract';
import { z } from 'zod';

// A handler asks for what the parts of a request hold, so they stay and take everything.
for (const endpoint of Object.values<object>(publicContract)) {
  for (const part of ['params', 'query', 'headers', 'body']) {
    if (Reflect.get(endpoint, part) !== undefined) {
      Object.assign(endpoint, { [part]: z.any() });
    }
  }
}
await startPublicApi();
