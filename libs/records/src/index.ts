export { booleanColumn, idColumn, jsonColumn, textColumn, type Column, type ColumnType } from './column.ts';
export { etagOf, versionsOf } from './etag.ts';
export { changeView } from './people/change-view.ts';
export { OwnerFollower, type Move } from './people/follow-owner.ts';
export { hasOtherMembers } from './people/other-members.ts';
export { putMember, type Member } from './people/put-member.ts';
export { CursorCodec } from './reading/cursor.ts';
export type { PageRequest } from './reading/page-statements.ts';
export { RecordStore, type RecordStoreOptions } from './record-store.ts';
export type { CreateAnswer, RecordAnswer, Records } from './records.ts';
export type {
  Columns,
  GeneratedCode,
  RecordDefinition,
  RecordInput,
  Reference,
  Resource,
  UniqueConstraint,
} from './resource.ts';
export { RecordRules, recordRules, type FeedLog, type FeedLook } from './rules.ts';
export type { Shape } from './shape.ts';
export { StaleView } from './stale-view.ts';
export { timeOf } from './time-text.ts';
export type { IdempotencyKey } from './writing/idempotency.ts';
export { changeColumns } from './writing/outbox-row.ts';
