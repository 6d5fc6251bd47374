import { command, countOf } from '@rapport/command-line';

export const words = [
  command({
    words: ['check', 'attack'],
    summary: 'Look what one caller can do to all others, on a platform of its own.',
    details:
      'Every attack goes on for some seconds while another caller works. That caller must be served in time and without a\n5xx, the proxy must stay small, no process may be started again, and no answer may deny a write that was done.',
    options: {
      only: { value: 'WORD,...', summary: 'only the attacks that have one of these words in their name' },
      seconds: { value: 'N', initial: '20', summary: 'how long each attack goes on' },
    },
    run: async ({ only, seconds }, terminal) =>
      (await import('./check-attack.ts')).checkAttack(only, countOf('seconds', seconds) * 1_000, (line) =>
        terminal.say(line),
      ),
  }),
];
