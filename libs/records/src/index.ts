export {
  choice,
  code,
  columnName,
  figure,
  file,
  keyColumnName,
  looseReference,
  requiredText,
  text,
  time,
  type Column,
} from './column.ts';
export { defineRecords } from './define-records.ts';
export {
  defineByColumns,
  nameCopies,
  nameJoins,
  type Columns,
  type MembersOf,
  type RecordDefinition,
  type RecordInput,
  type RecordSearch,
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
export { CursorCodec, type Cursor } from './reading/cursor.ts';
export type { PageRequest } from './reading/page-statements.ts';
export { RecordStore, type RecordParts, type Surface } from './record-store.ts';
export { RecordShape } from './shape.ts';
export type { RecordAnswer } from './reading/record-answer.ts';
export type { Records } from './records.ts';
export type { Resource } from './resource.ts';
export { hasOwner, type RecordTarget, type SeenBy } from './target.ts';
export { RecordRules, recordRules } from './rules.ts';
export { RecordSearcher } from './searching/record-searcher.ts';
export { StaleView } from './stale-view.ts';
export { timeOf } from './time-text.ts';
export {
  isMemberChange,
  timelineEnd,
  type Occasion,
  type Timeline,
  type TimelineItemType,
  type TimelineRule,
} from './timeline.ts';
export { addMany, changeMany, deleteMany, type Chosen, type OwnPlaces } from './transacting/many-statements.ts';
export type { RecordTransaction, StampedStatement } from './transacting/record-transaction.ts';
export { RecordTransactions, type Transacted } from './transacting/record-transactions.ts';
export type { TransactedRecords } from './transacting/transacted-records.ts';
export type { Stepped } from './writing/record-stepper.ts';
export { noSuchOwner } from './writing/references.ts';
export { viewerOf, visibleTo, type ViewerPlaces } from './visibility.ts';
export { BatchMetrics } from './writing/batch/batch-metrics.ts';
export type { BatchItem, ItemResult } from './writing/batch/batch-item.ts';
export type { IdempotencyKey } from './writing/idempotency.ts';
export { changeColumns } from './writing/outbox-row.ts';
