import type { Logger } from '../logger.ts';

const ignore = (): void => undefined;

/** For tests that read no log. */
export const silent: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
