import { systemProgram } from '../system/system-program.ts';

/** The path of redis-server; installed from the system's packages when it is missing and this is root. */
export function redisProgram(say: (line: string) => void = () => undefined): Promise<string> {
  return systemProgram({ title: 'Redis', program: 'redis-server', systemPackage: 'redis-server' }, say);
}
