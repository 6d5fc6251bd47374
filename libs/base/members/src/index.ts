export * from './member.ts';
export * from './member-kinds.ts';
export * from './stored-member.ts';
export { takenByNumber, type TakenByNumber } from './word-member.ts';
