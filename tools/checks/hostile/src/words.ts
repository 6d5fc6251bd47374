import { command } from '@rapport/command-line';

export const words = [
  command({
    words: ['check', 'hostile'],
    summary: 'Send generated bad requests to a platform of its own, and hold every answer to the OpenAPI document.',
    details:
      'Wrong types, borders, broken texts and encodings, strange paths, headers and methods. No answer may be a 5xx, late,\nor one that the document does not promise, and no process may end. A finding is printed with its seed and number.',
    options: {
      requests: { value: 'N', initial: '100000', summary: 'how many are sent' },
      surface: { value: 'WORD', summary: 'public, application, companies or operators; all by default' },
      seed: { value: 'N', initial: '1', summary: 'the same seed makes the same requests' },
      from: { value: 'N', initial: '0', summary: 'the number of the first one, to send a finding again' },
    },
    run: async (values, terminal) =>
      (await import('./hostile-plays.ts')).playHostile(values, (line) => terminal.say(line)),
  }),
];
