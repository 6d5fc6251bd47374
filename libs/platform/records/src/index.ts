export { columnName, computed, keyColumnName, type Column } from './defining/column.ts';
export { defineRecords } from './defining/define-records.ts';
export {
  nameCopies,
  type Columns,
  type MembersOf,
  type RecordDefinition,
  type RecordInput,
} from './defining/definition.ts';
export { FanOutMetrics } from './naming/fan-out-metrics.ts';
export { FanOutSweeper } from './naming/fan-out-sweeper.ts';
export { NameFanOut } from './naming/name-fan-out.ts';
export type {
  CustomFieldChange,
  CustomFieldOutcome,
  CustomFieldSet,
  CustomFieldSets,
} from './defining/custom-field-sets.ts';
export { changedValues, shownValues } from './showing/custom-values.ts';
export { changeView } from './people/change-view.ts';
export { OwnerFollower } from './people/follow-owner.ts';
export { hasOtherMembers } from './people/other-members.ts';
export { recordTables } from './stamping/record-tables.ts';
export { putMember } from './people/put-member.ts';
export { CursorCodec, type Cursor } from './reading/pages/cursor.ts';
export { exportStatement, exportWatermarks } from './reading/export-statements.ts';
export type { PageRequest } from './reading/pages/page-statements.ts';
export type { SearchedSurface, Surface } from './defining/surface.ts';
export { ManagedRecords } from './stores/managed-records.ts';
export { RecordStore, type RecordNeeds } from './stores/record-store.ts';
export { SteppedRecords } from './stores/stepped-records.ts';
export { SyncedRecords, type SyncedNeeds } from './stores/synced-records.ts';
export { RecordShape } from './showing/shape.ts';
export type { RecordAnswer } from './reading/record-answer.ts';
export type { Resource } from './defining/resource.ts';
export { hasOwner } from './defining/target.ts';
export { RecordRules, recordRules } from './stamping/rules.ts';
export { RecordSearcher } from './searching/record-searcher.ts';
export { StaleView } from './reading/pages/stale-view.ts';
export { timeOf } from './showing/time-text.ts';
export {
  anyChange,
  isMemberChange,
  timelineEnd,
  type KeptItemType,
  type Occasion,
  type Timeline,
  type TimelineRule,
} from './defining/timeline.ts';
export { addMany, changeMany, deleteMany, type Chosen, type StampedStatement } from './stamping/many-statements.ts';
export type { RecordTransaction } from './transacting/record-transaction.ts';
export { RecordTransactions, type Transacted } from './transacting/record-transactions.ts';
export type { TransactedRecords } from './writing/transacted-records.ts';
export type { Stepped } from './writing/stepping/record-stepper.ts';
export { noSuchOwner } from './writing/body/references.ts';
export { theViewer, viewerOf, viewerValues, visibleTo, type ViewerParameters } from './showing/visibility.ts';
export { BatchMetrics } from './writing/batching/batch-metrics.ts';
export type { BatchItem, ItemResult } from './writing/batching/batch-item.ts';
export type { IdempotencyKey } from './transacting/idempotency.ts';
export { changeColumns } from './stamping/outbox-row.ts';
