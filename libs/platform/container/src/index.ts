/** A lib of its own, because every service and most libs bind what they need in this one way. */
export { bindPlatform, connectDatabase, connectPlatform, type Platform } from './bind-platform.ts';
export { singleton } from './singleton.ts';
