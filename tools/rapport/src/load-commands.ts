import { command, type Command, type Options } from '@rapport/command-line';

/** The names of the workloads, each of which tools/load knows how to play. */
export const workloadNames = [
  'limits',
  'keys',
  'plans',
  'sustained',
  'over',
  'redis-away',
  'smoke',
  'average',
  'stress',
  'spike',
  'soak',
  'breakpoint',
  'isolation',
  'sync',
  'rollout',
] as const;

const options = {
  profile: { value: 'NAME', initial: 'short', summary: 'how much and how long: short, normal or long' },
  replicas: { value: 'NAME=N,...', summary: 'how many processes of a service of the own platform' },
  'base-url': { value: 'URL', summary: 'loads a platform that is up, in place of one of its own' },
  'operator-url': {
    value: 'URL',
    summary: "the operators' API of that platform: subscription-service in ./rapport status",
  },
  'credential-file': {
    value: 'FILE',
    summary: 'operator.json in the folder of its data, or a file with the credential alone',
  },
  out: { value: 'DIR', summary: 'where report.html, result.json and junit.xml go' },
} as const satisfies Options;

/** Loads the platform with k6, and judges what comes. */
export const loadCommands: readonly Command[] = [
  command({
    words: ['load'],
    summary: 'List the workloads with which k6 loads a platform.',
    options: {},
    run: async () => (await import('./words/load.ts')).listWorkloads(),
  }),
  ...workloadNames.map((name) =>
    command({
      words: ['load', name],
      summary: `Play the workload ${name}, and say what held.`,
      details:
        'Without --base-url it starts a platform of its own in a temporary folder and removes it. --base-url, --operator-url\nand --credential-file belong together. A run that k6 could not play as written, because it lacked a processor, is\nvoid.',
      options,
      run: async (values, terminal) => (await import('./words/load.ts')).load(name, values, terminal),
    }),
  ),
  command({
    words: ['load', 'compare'],
    operands: ['A', 'B'],
    summary: 'Show two results beside each other; A and B are folders that --out named, or result.json in them.',
    options: {},
    run: async (values, terminal) => (await import('./words/load.ts')).compare(values, terminal),
  }),
];
