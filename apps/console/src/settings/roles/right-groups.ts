import { inWords } from '../../words/labels.ts';
import type { ChoiceGroup } from '../checks-field.tsx';

/** Permissions or scopes by what they are about, such as leads.read and lead.convert. */
export function groupedRights(rights: readonly string[]): readonly ChoiceGroup[] {
  const groups = Map.groupBy(rights, (right) => groupOf(right));
  return [...groups].map(([name, members]) => ({
    name,
    choices: members.map((value) => ({ value, text: textOf(value) })),
  }));
}

/** Rights in one line. */
export function rightsInWords(rights: readonly string[]): string {
  return groupedRights(rights)
    .map(({ name, choices }) => `${name}: ${choices.map(({ text }) => text.toLowerCase()).join(', ')}`)
    .join('; ');
}

function groupOf(right: string): string {
  const [about = '', act] = right.split('.');
  return act === 'manage' ? 'Management' : inWords({ lead: 'leads', opportunity: 'opportunities' }[about] ?? about);
}

function textOf(right: string): string {
  const [about = '', act = ''] = right.split('.');
  return inWords(act === 'manage' ? about : act);
}
