import type { Traffic } from '@rapport/testbed';
import type { CheckedPlatform } from '../checked-platform.ts';
import { noticedNothing, type Subject } from './subject.ts';
import type { Around } from './together.ts';

/**
 * Ends access in every way, with a fault around it, and holds every answer to the moment of its end. The bystander is not
 * ended, and so notices nothing.
 */
export async function playEndings(
  { processes }: CheckedPlatform,
  { subjects, bystander }: { readonly subjects: readonly Subject[]; readonly bystander: Traffic },
  around: Around,
): Promise<void> {
  const ofAll = (act: (subject: Subject) => Promise<unknown>) => Promise.all(subjects.map(act));
  try {
    await ofAll((subject) => subject.isUnderLoad());
    await around(async () => void (await ofAll((subject) => subject.end())));
    await ofAll((subject) => subject.isDead());
    await ofAll((subject) => subject.goesOn());
  } finally {
    await processes.thaw();
    await Promise.all([bystander.stop(), ofAll((subject) => subject.stop())]);
  }
  subjects.forEach((subject) => subject.judge());
  noticedNothing(bystander);
}
