import { command } from '@rapport/command-line';

export const words = [
  command({
    words: ['cluster', 'test'],
    summary: 'Try the chart on the cluster of the present kubectl context, in a namespace of its own.',
    details:
      'Installs, makes a first call, rolls, upgrades and uninstalls, under requests of which none may fail. The image must be\nin the cluster. What lacks an option is skipped and says why.',
    options: {
      day: { summary: 'also scaling, dead pods, servers that are away, migrations and what else a day brings' },
      outside: { value: 'COMMAND', summary: 'a command under which a program is a caller from outside of the cluster' },
      'stores-at': { value: 'ADDRESS', summary: 'an address of this machine where servers for pods may listen' },
      disturb: { summary: "the cluster's name server may be stopped for a minute" },
    },
    run: async (values, terminal) =>
      (await import('./cluster-test.ts')).clusterTest(values, (line) => terminal.say(line)),
  }),
];
