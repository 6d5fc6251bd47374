import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface ProgramRun {
  readonly folder: string;
  readonly environment?: NodeJS.ProcessEnv;
}

/** The output of the program. Its failure says what it was and what it complained of. */
export async function runProgram(
  program: string,
  words: readonly string[],
  { folder, environment = {} }: ProgramRun,
): Promise<string> {
  const env = { ...process.env, ...environment };
  try {
    const { stdout } = await execute(program, words, { cwd: folder, env, maxBuffer: outputBytesMax });
    return stdout;
  } catch (error) {
    // The error of execFile has both outputs.
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${words.join(' ')} failed: ${stderr.slice(-4_000)} ${stdout.slice(-4_000)}`, {
      cause: error,
    });
  }
}

const outputBytesMax = 64 * 1_048_576;
