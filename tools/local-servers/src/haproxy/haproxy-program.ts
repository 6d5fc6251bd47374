import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { systemProgram } from '../system/system-program.ts';

/** The path of haproxy, 2.6 or newer. Root installs it from the system's packages where it is missing. */
export async function haproxyProgram(say: (line: string) => void = () => undefined): Promise<string> {
  const program = await systemProgram({ title: 'HAProxy', program: 'haproxy', systemPackage: 'haproxy' }, say);
  const { stdout } = await promisify(execFile)(program, ['-v']).catch(() => ({ stdout: '' }));
  if (!isNewEnough(stdout)) {
    throw new Error(`HAProxy 2.6 or newer is needed, and ${program} is none: ${stdout.split('\n', 1)[0]}`);
  }
  return program;
}

/** Whether the output of `haproxy -v` names 2.6 or newer. */
export function isNewEnough(output: string): boolean {
  const [, major = 0, minor = 0] = (/version (\d+)\.(\d+)/i.exec(output) ?? []).map(Number);
  return major > 2 || (major === 2 && minor >= 6);
}
