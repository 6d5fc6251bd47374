import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const program = `
  import { startService } from '@rapport/container/start';
  import { z } from 'zod';
  await startService('program', z.object({ PORT: z.string() }), () => undefined);
`;

test('a service that cannot start says why in one line of its log, and ends', () => {
  const how = { cwd: import.meta.dirname, env: {}, encoding: 'utf8' } as const;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], how);
  const line = { level: 'error', service: 'program', message: 'the service could not start' };
  expect(JSON.parse(stdout)).toMatchObject({ ...line, error: { type: 'ConfigError' } });
  expect(status).toBe(1);
});
