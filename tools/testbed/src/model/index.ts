export {
  activitiesOf,
  convertRecord,
  kindOf,
  targets,
  type Answered,
  type Conversion,
  type Converted,
  type Target,
} from './conversion.ts';
export type { FieldPlan, SentValue } from './custom-fields.ts';
export { kindNames, kinds, resourceNames, type KindName, type Members, type ResourceName } from './kinds.ts';
export { Model } from './model.ts';
export type { ModelRecord, ModelUser, Viewer } from './model-record.ts';
export { predictConversion, type AskedConversion } from './predict-conversion.ts';
export {
  predictCreate,
  predictDelete,
  predictGet,
  predictItem,
  predictStep,
  predictUpdate,
  versionOf,
  type Prediction,
  type StoredAnswers,
} from './predict.ts';
export { itemColumns, withoutTimes, type ModelItem } from './timeline-items.ts';
export type { Timelines } from './timelines.ts';
