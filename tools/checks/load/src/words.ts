import { command, type Command, type Options } from '@rapport/command-line';
import { workloads } from './workloads.ts';

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
export const words: readonly Command[] = [
  command({
    words: ['load'],
    summary: 'List the workloads with which k6 loads a platform.',
    options: {},
    run: () => Promise.resolve(listed),
  }),
  ...workloads.map((workload) =>
    command({
      words: ['load', workload.name],
      summary: `Play the workload ${workload.name}, and say what held.`,
      details:
        'Without --base-url it starts a platform of its own in a temporary folder and removes it. --base-url, --operator-url\nand --credential-file belong together. A run that k6 could not play as written, because it lacked a processor, is\nvoid.',
      options,
      run: async (values, terminal) => (await import('./load.ts')).load(workload, values, terminal),
    }),
  ),
  command({
    words: ['load', 'compare'],
    operands: ['A', 'B'],
    summary: 'Show two results beside each other; A and B are folders that --out named, or result.json in them.',
    options: {},
    run: async (values) => (await import('./load.ts')).compare(values),
  }),
];

const lines = workloads.map(({ name, summary }) => `  ${name.padEnd(11)} ${summary}`);
const listed = {
  document: { workloads: workloads.map(({ name, summary }) => ({ name, summary })) },
  text: [...lines, '', './rapport load compare A B shows two results that --out kept beside each other.'].join('\n'),
};
