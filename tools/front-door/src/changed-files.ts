import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectRoot } from '@rapport/local-platform/project';

/** Every file that differs from the commit at which this branch left main, in commits or not; deleted ones are left out. */
export async function filesChangedSinceMain(): Promise<readonly string[]> {
  const base = await leftMainAt();
  const changed = await git('diff', '--name-only', '--diff-filter=d', base);
  const untracked = await git('ls-files', '--others', '--exclude-standard');
  return [...new Set([...linesOf(changed), ...linesOf(untracked)])];
}

async function leftMainAt(): Promise<string> {
  for (const main of ['origin/main', 'main']) {
    const base = await git('merge-base', 'HEAD', main).catch(() => '');
    if (base !== '') {
      return base.trim();
    }
  }
  throw new Error('There is no branch main to compare with; leave --changed out.');
}

async function git(...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', [...words], { cwd: projectRoot, maxBuffer: 50_000_000 });
  return stdout;
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
