export { hasOwner, isRecord, type RecordTarget, type SeenBy, type Target } from '@rapport/kinds';
