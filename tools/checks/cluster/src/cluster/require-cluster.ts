import { runProgram } from './run-program.ts';

/** Throws one sentence that names what is missing. */
export async function requireCluster(signal: AbortSignal): Promise<void> {
  for (const [program, what] of [
    ['kubectl', 'https://kubernetes.io/docs/tasks/tools'],
    ['helm', 'https://helm.sh/docs/intro/install'],
  ] as const) {
    await runProgram(program, program === 'helm' ? ['version'] : ['version', '--client'], { signal }).catch(() => {
      throw new Error(`${program} is missing: ${what} says how to install it.`);
    });
  }
  await runProgram('kubectl', ['get', '--raw', '/readyz', '--request-timeout', '5s'], { signal }).catch(() => {
    throw new Error('No cluster answers: kubectl config current-context names the one that is asked.');
  });
}
