export * from './each-once.ts';
export * from './enum-field.ts';
export * from './named-list.ts';
export * from './number-fields.ts';
export * from './refuse.ts';
export * from './text-fields.ts';
export { textPatterns } from './text-patterns.ts';
