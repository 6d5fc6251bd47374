import { systemProgram } from '../system/system-program.ts';

/** The path of redis-server. Root installs it from the system's packages where it is missing. */
export function redisProgram(say: (line: string) => void = () => undefined): Promise<string> {
  return systemProgram({ title: 'Redis', program: 'redis-server', systemPackage: 'redis-server' }, say);
}
