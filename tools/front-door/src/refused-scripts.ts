import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@rapport/local-platform/project';

const run = promisify(execFile);
const scriptFolder = join(projectRoot, 'load-tests', 'src');

/** A line for each script that k6 cannot read. Nothing is sent. */
export async function refusedScripts(k6: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-load-'));
  const credentialFile = join(folder, 'credentials.json');
  await writeFile(credentialFile, '{"tenants":[]}');
  const settings = { BASE_URL: 'http://127.0.0.1', CREDENTIAL_FILE: credentialFile, PROFILE: 'short' };
  const env = { ...process.env, ...settings, K6_AUTO_EXTENSION_RESOLUTION: 'false' };
  const scripts = (await readdir(scriptFolder)).filter((name) => name.endsWith('.ts'));
  try {
    const refusals = await Promise.all(
      scripts.map(async (script): Promise<string[]> => {
        const words = ['inspect', '--include-system-env-vars', join(scriptFolder, script)];
        return run(k6, words, { env }).then(
          () => [],
          (error: { stderr?: string }) => [
            `${basename(script, '.ts')}: ${(error.stderr ?? '').trim().split('\n').at(-1) ?? ''}`,
          ],
        );
      }),
    );
    return refusals.flat();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
