import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as rapport from '@rapport/local-platform';
import type * as testbed from '@rapport/testbed';
import type { PlatformPlan } from '@rapport/testbed';

/** The started part of another checkout. */
export interface OtherPlan extends Pick<PlatformPlan, 'postgres'> {
  readonly folder: string;
  readonly without: readonly string[];
}

/** The other side of `onOtherPlatform`: the platform is started by the code of its own checkout alone. */
const { folder, without, postgres } = JSON.parse(process.argv[2] ?? '') as OtherPlan;
const { TemporaryPlatform } = (await theirs('tools/testbed')) as typeof testbed;
const { ourParts } = (await theirs('tools/local-platform')) as typeof rapport;
for (const end of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(end, () => {
    void TemporaryPlatform.killAll().finally(() => process.exit(1));
  });
}
const platform = await TemporaryPlatform.start({
  services: ourParts.services.filter(({ name }) => !without.includes(name)),
  ...(postgres && { postgres }),
  say: (line) => console.error(`the other checkout: ${line}`),
});
const { baseUrl, stateFolder, dataDir, access } = platform;
process.once('disconnect', () => void platform.stop());
if (process.connected) {
  process.send?.({ baseUrl, stateFolder, dataDir, access });
} else {
  await platform.stop();
}

function theirs(project: string): Promise<unknown> {
  return import(pathToFileURL(join(folder, project, 'src', 'index.ts')).href);
}
