import { systemProgram } from './system-program.ts';

/** The path of haproxy; installed from the system's packages when it is missing and this is root. */
export function haproxyProgram(say: (line: string) => void = () => undefined): Promise<string> {
  return systemProgram({ title: 'HAProxy', program: 'haproxy', systemPackage: 'haproxy' }, say);
}
