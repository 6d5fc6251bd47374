export { bindPlatform, connectPlatform, type Platform } from './bind-platform.ts';
export { singleton } from './singleton.ts';
