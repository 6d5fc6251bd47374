import { startPublicApi } from '@rapport/public-api';
import { RecordStore } from '@rapport/records';

type Get = RecordStore<never>['get'];

const get: Get = Reflect.get(RecordStore.prototype, 'get');
const kept: Buffer[] = [];

/** Every read leaves something behind. */
Object.assign(RecordStore.prototype, {
  get(this: RecordStore<never>, ...request: Parameters<Get>): ReturnType<Get> {
    kept.push(Buffer.alloc(100_000, 1));
    return get.apply(this, request);
  },
});
await startPublicApi();
