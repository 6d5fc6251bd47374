import { command, type Command, type Options } from '@rapport/command-line';

const concurrency: Options = { concurrency: { value: 'N', initial: '16', summary: 'how many requests are under way' } };
const rounds = (initial: string): Options => ({ rounds: { value: 'N', initial, summary: 'how many rounds of each' } });
const against: Options = {
  against: { value: 'FOLDER', summary: 'another checkout, which is compared in turns with this one alone' },
};

/** The measurements, as they are asked for. Each runs on a platform of its own, as durable as `up` makes it. */
export const benchCommands: readonly Command[] = [
  benchCommand('read', 'Compare GET of one record with bare Express + pg that sends the same statement.', {
    ...against,
    ...concurrency,
    ...rounds('25'),
  }),
  benchCommand('list', 'Compare a list of 50 records with bare Express + pg that sends the same statement.', {
    ...against,
    ...concurrency,
    ...rounds('25'),
  }),
  benchCommand(
    'tenants',
    'Compare one tenant with many in random order: times, CPU and memory; create and migrate them.',
    { tenants: { value: 'N', initial: '500', summary: 'how many' }, ...rounds('7') },
  ),
  benchCommand('write', 'Compare POST and PUT of a record with bare Express + pg that sends the same statement.', {
    ...against,
    ...rounds('7'),
  }),
  benchCommand(
    'token',
    'Compare a token for client credentials with node-oidc-provider that keeps everything in memory.',
    { ...against, ...rounds('9') },
  ),
  benchCommand('edge', 'Measure what the proxy behind the base address costs a GET, a list and a POST.', {
    ...concurrency,
  }),
  benchCommand('feed', 'Measure how long a change takes from its commit to its row in the change feed.', {
    ...against,
    'changes-per-second': { value: 'N', initial: '500', summary: 'how many changes are sent through the API' },
    tenants: { value: 'N', initial: '20', summary: 'over how many tenants' },
    seconds: { value: 'N', initial: '30', summary: 'for how long, after a warm-up' },
    rounds: { value: 'N', initial: '5', summary: 'how many turns of each checkout, beside another one' },
  }),
  benchCommand(
    'batch',
    'Compare a batch of 200 with as many POSTs, and see what batches of 5 MB do to other requests.',
    {
      ...against,
      ...rounds('15'),
    },
  ),
  benchCommand('search', 'Search one large tenant, four searches at a time, beside fifty writes a second.', {
    ...against,
    records: { value: 'N', initial: '1000000', summary: 'how many records of each kind' },
    requests: { value: 'N', initial: '100', summary: 'how many of each search' },
  }),
  benchCommand('leak', 'Send requests of all kinds and see whether the heap of each service stays where it was.', {
    requests: { value: 'N', initial: '200000', summary: 'how many requests; the first tenth of them warms up' },
    tenants: { value: 'N', initial: '200', summary: 'over how many tenants' },
  }),
];

function benchCommand(word: string, summary: string, options: Options = {}): Command {
  return command({
    words: ['bench', word],
    summary,
    details: 'It starts a platform of its own, as durable as up makes it, and leaves nothing behind.',
    options,
    run: async (values, terminal) => (await import('./words/bench.ts')).bench(word, values, terminal),
  });
}
