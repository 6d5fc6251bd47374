import { command } from '@rapport/command-line';

export const words = [
  command({
    words: ['check', 'tokens'],
    summary: 'Look whether tokens and secrets open what they should, and nothing else, on a platform of its own.',
    details:
      'Access ends under load in every way, keys rotate, clocks differ, limits are counted, and servers are killed and frozen\nmeanwhile.',
    options: { only: { value: 'WORD,...', summary: 'only the plays that have one of these words in their name' } },
    run: async ({ only }, terminal) =>
      (await import('./token-plays.ts')).checkTokens(only, (line) => terminal.say(line)),
  }),
];
