import { command, type Command, type Options } from './cli/command.ts';

const concurrency: Options = { concurrency: { value: 'N', initial: '16', summary: 'how many requests are under way' } };

/** What is measured, and how it is asked for. Each runs on a platform of its own, as durable as `up` makes it. */
export const benchCommands: readonly Command[] = [
  benchCommand('read', 'Compare GET of one customer with bare Express + pg that sends the same statement.', {
    ...concurrency,
  }),
  benchCommand('list', 'Compare a list of 50 customers with bare Express + pg that sends the same statement.', {
    ...concurrency,
  }),
  benchCommand(
    'tenants',
    'Compare one tenant with many in random order: times, CPU and memory; create and migrate them.',
    { tenants: { value: 'N', initial: '500', summary: 'how many' } },
  ),
  benchCommand('start', 'Measure how long up takes, with a new data folder and with one that is there.', {
    rounds: { value: 'N', initial: '5', summary: 'how many starts of each kind' },
  }),
  benchCommand('write', 'Compare POST and PUT of a customer with bare Express + pg that sends the same statement.'),
  benchCommand(
    'token',
    'Compare a token for client credentials with node-oidc-provider that keeps everything in memory.',
  ),
  benchCommand('edge', 'Measure what the proxy behind the base address costs a GET, a list and a POST.', {
    ...concurrency,
  }),
  benchCommand('feed', 'Measure how long a change takes from its commit to its row in the change feed.', {
    'changes-per-second': { value: 'N', initial: '500', summary: 'how many changes are sent through the API' },
    tenants: { value: 'N', initial: '20', summary: 'over how many tenants' },
    seconds: { value: 'N', initial: '30', summary: 'for how long, after a warm-up' },
  }),
  benchCommand('view', 'Follow a feed of which the caller sees three changes, and see what other tenants notice.', {
    changes: { value: 'N', initial: '2000000', summary: 'how many changes of others there are' },
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
