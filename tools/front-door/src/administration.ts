import type { Section } from '@rapport/command-line';
import { adminCommands } from '@rapport/rapport/admin';

/** The words of operators, for the platform of this folder. */
export const administration: Section = {
  title: 'To look after its tenants',
  commands: adminCommands(async () => (await import('./words/platform-here.ts')).accessHere()),
};
