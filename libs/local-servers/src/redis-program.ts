import { canInstallPackages, findProgram, installPackages } from './system-packages.ts';

const missing =
  'Redis is not installed: install the package redis-server with the package manager of your system, for example with `sudo apt-get install redis-server`.';

/** The path of redis-server; installed from the system's packages when it is missing and this is root. */
export async function redisProgram(say: (line: string) => void = () => undefined): Promise<string> {
  const found = await findProgram('redis-server');
  if (found !== undefined) return found;
  if (!(await canInstallPackages())) throw new Error(missing);
  say('Redis is not installed; installing redis-server from the packages of the system');
  await installPackages(['redis-server']).catch((cause: unknown) => {
    throw new Error(`Redis cannot be installed: ${String(cause)}. ${missing}`, { cause });
  });
  const installed = await findProgram('redis-server');
  if (installed === undefined) throw new Error(missing);
  return installed;
}
