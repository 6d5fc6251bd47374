import { startCheckPlatform } from '../src/platform/start-check-platform.ts';

/** One platform for all tests. A server that is killed loses nothing that the system has, so nothing is forced to the disk. */
export const platform = await startCheckPlatform({
  postgres: { settings: { fsync: 'off' } },
  say: (line) => process.stderr.write(`${line}\n`),
});
