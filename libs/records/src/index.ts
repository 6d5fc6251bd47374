export {
  address,
  choice,
  code,
  columnName,
  date,
  flag,
  integerBy,
  money,
  namedReference,
  reference,
  requiredText,
  text,
  type Address,
} from './column.ts';
export {
  defineRecords,
  nameCopies,
  type Columns,
  type MembersOf,
  type RecordDefinition,
  type RecordInput,
} from './definition.ts';
export { FanOutMetrics } from './naming/fan-out-metrics.ts';
export { FanOutSweeper } from './naming/fan-out-sweeper.ts';
export { NameFanOut } from './naming/name-fan-out.ts';
export type { CustomFieldChange, CustomFieldOutcome, CustomFieldSet, CustomFieldSets } from './custom-field-sets.ts';
export { changedValues, shownValues } from './custom-values.ts';
export { changeView } from './people/change-view.ts';
export { OwnerFollower } from './people/follow-owner.ts';
export { hasOtherMembers } from './people/other-members.ts';
export { putMember } from './people/put-member.ts';
export { CursorCodec } from './reading/cursor.ts';
export type { PageRequest } from './reading/page-statements.ts';
export { RecordStore, type RecordParts, type Surface } from './record-store.ts';
export type { RecordAnswer } from './reading/record-answer.ts';
export type { Records } from './records.ts';
export type { Resource } from './resource.ts';
export { RecordRules, recordRules } from './rules.ts';
export { StaleView } from './stale-view.ts';
export { BatchMetrics } from './writing/batch/batch-metrics.ts';
export type { BatchItem, ItemResult } from './writing/batch/batch-item.ts';
export type { IdempotencyKey } from './writing/idempotency.ts';
export { changeColumns } from './writing/outbox-row.ts';
