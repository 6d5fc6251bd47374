export { bindPlatform, connectDatabase, connectPlatform, type Platform } from './bind-platform.ts';
export { untilAnswered } from './until-answered.ts';
export { singleton } from './singleton.ts';
