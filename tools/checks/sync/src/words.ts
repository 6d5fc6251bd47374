import { command } from '@rapport/command-line';

export const words = [
  command({
    words: ['check', 'sync'],
    summary: 'Look whether any client can miss a change, on a platform of its own.',
    details:
      'Writers and clients of every kind, and faults in between. With --all everything is played, and every rule that keeps\nclients from missing changes is taken out once: the check must find what is missed then.',
    options: {
      all: { summary: 'everything, which takes about an hour' },
      only: { value: 'WORD,...', summary: 'only what has one of these words in its name' },
      scale: { value: 'FACTOR', initial: '1', summary: 'how long the scenarios are' },
    },
    run: async (values, terminal) => (await import('./check-sync.ts')).checkSync(values, (line) => terminal.say(line)),
  }),
];
