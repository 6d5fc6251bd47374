import { command, countOf } from '@rapport/command-line';

export const words = [
  command({
    words: ['check', 'subscriptions'],
    summary: 'Look whether subscriptions, sign-ups and usage come out as promised, on a platform of its own.',
    details:
      'Owners, operators and the clock act by chance, companies sign up at once, tenants take their data along and are\ndeleted under load, services are killed and servers away, and what is counted is held to what was answered.',
    options: {
      only: { value: 'WORD,...', summary: 'only the plays that have one of these words in their name' },
      acts: { value: 'N', initial: '10000', summary: 'the acts by chance' },
      seed: { value: 'N', summary: 'the same seed draws the same acts; another one each time by default' },
      companies: { value: 'N', initial: '200', summary: 'how many sign up at once' },
      exports: { value: 'N', initial: '20', summary: 'how many exports are made beside writers' },
      crashes: { value: 'N', initial: '10', summary: 'how often services are killed beside exports and deletions' },
    },
    run: async ({ only, ...values }, terminal) => {
      const [acts, companies] = [countOf('acts', values.acts), countOf('companies', values.companies)];
      const [exports, crashes] = [countOf('exports', values.exports), countOf('crashes', values.crashes)];
      const seed = values.seed === undefined ? Date.now() % 1_000_000 : countOf('seed', values.seed, 0);
      const { checkSubscriptions } = await import('./subscription-plays.ts');
      return checkSubscriptions(only, { acts, seed, companies, exports, crashes }, (line) => terminal.say(line));
    },
  }),
];
