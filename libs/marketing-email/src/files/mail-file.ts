import { validationFailed } from '@rapport/kernel';
import { zipProblem } from './zip-problem.ts';

/** A file of a mail, of a kind that its name says and its beginning bears out. */
export interface MailFile {
  readonly name: string;
  readonly content: Buffer;
}

/** Refuses a file that no mail can be made of. */
export async function requireMailFile({ name, content }: MailFile): Promise<void> {
  const problem = /\.zip$/i.test(name) ? await zipProblem(content) : undefined;
  if (problem !== undefined) {
    throw validationFailed({ file: [problem] });
  }
}
