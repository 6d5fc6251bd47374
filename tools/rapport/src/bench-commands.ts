import { command, type Command, type Options } from './cli/command.ts';

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
  benchCommand('start', 'Measure how long up takes, with a new data folder and with one that is there.', {
    rounds: { value: 'N', initial: '5', summary: 'how many starts of each kind' },
  }),
  benchCommand('write', 'Compare POST and PUT of a record with bare Express + pg that sends the same statement.', {
    ...against,
    ...rounds('7'),
  }),
  benchCommand('step', "Compare a person's step of an opportunity with an update of it.", {
    ...against,
    ...concurrency,
    ...rounds('15'),
  }),
  benchCommand(
    'token',
    'Compare a token for client credentials with node-oidc-provider that keeps everything in memory.',
    { ...against, ...rounds('9') },
  ),
  benchCommand(
    'people',
    "Compare a person's read and refresh with a client's, and measure a sign-in without its hash.",
    {
      ...concurrency,
      ...rounds('15'),
    },
  ),
  benchCommand('signup', 'Compare sign-ups of unknown and of known addresses, by turns.', {
    ...rounds('200'),
  }),
  benchCommand('surfaces', "Compare a person's read and update of a customer with a client's.", {
    ...concurrency,
    ...rounds('15'),
  }),
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
  benchCommand('names', 'Rename a customer whose name many records show, and see what other writes notice.', {
    contacts: { value: 'N', initial: '10000', summary: 'how many contacts show the name' },
    opportunities: { value: 'N', initial: '2000', summary: 'how many opportunities show it' },
    ...rounds('5'),
  }),
  benchCommand(
    'batch',
    'Compare a batch of 200 with as many POSTs, and see what batches of 5 MB do to other requests.',
    {
      ...against,
      ...rounds('15'),
    },
  ),
  benchCommand('view', 'Follow a feed of which the caller sees three changes, and see what other tenants notice.', {
    changes: { value: 'N', initial: '2000000', summary: 'how many changes of others there are' },
  }),
  benchCommand('search', 'Search one large tenant, four searches at a time, beside fifty writes a second.', {
    ...against,
    records: { value: 'N', initial: '1000000', summary: 'how many records of each kind' },
    requests: { value: 'N', initial: '100', summary: 'how many of each search' },
  }),
  benchCommand('mail', 'Measure how fast marketing e-mails leave, and what that does to writes of their tenant.', {
    recipients: {
      value: 'N',
      initial: '10000',
      summary: 'how many recipients a mail has beside which writes are measured',
    },
    rounds: { value: 'N', initial: '3', summary: 'how many such mails there are' },
    many: { value: 'N', initial: '100000', summary: 'how many recipients the large mail has' },
    mails: { value: 'N', initial: '50', summary: 'how many sent mails are searched' },
    each: { value: 'N', initial: '100000', summary: 'how many recipients each of them has' },
  }),
  benchCommand('timeline', 'Measure what the timeline costs a write and a move, and pages of a long one.', {
    items: { value: 'N', initial: '100000', summary: 'how many items the timeline has' },
    requests: { value: 'N', initial: '200', summary: 'how many of each search' },
    ...rounds('15'),
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
