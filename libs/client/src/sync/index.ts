export type { CopyProgress } from './resource-copy.ts';
export {
  checkpointIn,
  checkpointText,
  isAt,
  type Checkpoint,
  type CopiedRecord,
  type PageOfCopy,
  type Sink,
  type Sweep,
} from './sink.ts';
export { sinkCases, type SinkCase, type SinkUnderTest } from './sink-cases.ts';
export { sync, type FailedPass, type SyncOptions } from './sync.ts';
