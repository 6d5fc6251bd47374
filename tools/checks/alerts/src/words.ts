import { command } from '@rapport/command-line';

export const words = [
  command({
    words: ['check', 'alerts'],
    summary: 'Make the causes of alerts on a platform of its own, beside a Prometheus that is asked each rule.',
    details:
      'At rest no expression has a value, and under its cause that of the alert has one. The times for which it has to stay\nare not waited for.',
    options: { only: { value: 'WORD,...', summary: 'only the plays that have one of these words in their name' } },
    run: async ({ only }, terminal) =>
      (await import('./alert-plays.ts')).checkAlerts(only, (line) => terminal.say(line)),
  }),
];
