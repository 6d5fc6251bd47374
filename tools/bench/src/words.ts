import {
  command,
  countOf,
  Failure,
  type AnyValues,
  type Command,
  type Options,
  type Outcome,
} from '@rapport/command-line';
import { resolve } from 'node:path';
import type { BenchOutcome, BenchWord, CheckoutWord } from './core/word.ts';

const concurrency: Options = { concurrency: { value: 'N', initial: '16', summary: 'how many requests are under way' } };
const rounds = (initial: string): Options => ({ rounds: { value: 'N', initial, summary: 'how many rounds of each' } });
const against: Options = {
  against: { value: 'FOLDER', summary: 'another checkout, which is compared in turns with this one alone' },
};

/** The measurements, as they are asked for. Each runs on a platform of its own, as durable as `up` makes it. */
export const words: readonly Command[] = [
  benchCommand(
    'read',
    'Compare GET of one record with bare Express + pg that sends the same statement.',
    { ...against, ...concurrency, ...rounds('25') },
    () => import('./read/read.ts').then((read) => ({ bench: read.benchRead, beside: read.readCheckouts })),
  ),
  benchCommand(
    'list',
    'Compare a list of 50 records with bare Express + pg that sends the same statement.',
    { ...against, ...concurrency, ...rounds('25') },
    () => import('./read/read.ts').then((read) => ({ bench: read.benchList, beside: read.listCheckouts })),
  ),
  benchCommand(
    'tenants',
    'Compare one tenant with many in random order: times, CPU and memory; create and migrate them.',
    { tenants: { value: 'N', initial: '500', summary: 'how many' }, ...rounds('7') },
    () => import('./tenants/tenants.ts').then(({ benchTenants }) => ({ bench: benchTenants })),
  ),
  benchCommand(
    'write',
    'Compare POST and PUT of a record with bare Express + pg that sends the same statement.',
    { ...against, ...rounds('7') },
    () => import('./write/write.ts').then((write) => ({ bench: write.benchWrite, beside: write.writeCheckouts })),
  ),
  benchCommand(
    'token',
    'Compare a token for client credentials with node-oidc-provider that keeps everything in memory.',
    { ...against, ...rounds('9') },
    () => import('./token/token.ts').then((token) => ({ bench: token.benchToken, beside: token.tokenCheckouts })),
  ),
  benchCommand(
    'edge',
    'Measure what the proxy behind the base address costs a GET, a list and a POST.',
    concurrency,
    () => import('./edge/edge.ts').then(({ benchEdge }) => ({ bench: benchEdge })),
  ),
  benchCommand(
    'feed',
    'Measure how long a change takes from its commit to its row in the change feed.',
    {
      ...against,
      'changes-per-second': { value: 'N', initial: '500', summary: 'how many changes are sent through the API' },
      tenants: { value: 'N', initial: '20', summary: 'over how many tenants' },
      seconds: { value: 'N', initial: '30', summary: 'for how long, after a warm-up' },
      rounds: { value: 'N', initial: '5', summary: 'how many turns of each checkout, beside another one' },
    },
    () => import('./feed/feed.ts').then((feed) => ({ bench: feed.benchFeed, beside: feed.feedCheckouts })),
  ),
  benchCommand(
    'batch',
    'Compare a batch of 200 with as many POSTs, and see what batches of 5 MB do to other requests.',
    { ...against, ...rounds('15') },
    () => import('./batch/batch.ts').then((batch) => ({ bench: batch.benchBatch, beside: batch.batchCheckouts })),
  ),
  benchCommand(
    'search',
    'Search one large tenant, four searches at a time, beside fifty writes a second.',
    {
      ...against,
      records: { value: 'N', initial: '1000000', summary: 'how many records of each kind' },
      requests: { value: 'N', initial: '100', summary: 'how many of each search' },
    },
    () =>
      import('./search/search.ts').then((search) => ({ bench: search.benchSearch, beside: search.searchCheckouts })),
  ),
  benchCommand(
    'leak',
    'Send requests of all kinds and see whether the heap of each service stays where it was.',
    {
      requests: { value: 'N', initial: '200000', summary: 'how many requests; the first tenth of them warms up' },
      tenants: { value: 'N', initial: '200', summary: 'over how many tenants' },
    },
    () => import('./leak/leak.ts').then(({ benchLeak }) => ({ bench: benchLeak })),
  ),
];

/** The module of a word is loaded when it runs. */
type Load = () => Promise<{ readonly bench: BenchWord; readonly beside?: CheckoutWord }>;

function benchCommand(word: string, summary: string, options: Options, load: Load): Command {
  return command({
    words: ['bench', word],
    summary,
    details: 'It starts a platform of its own, as durable as up makes it, and leaves nothing behind.',
    options,
    run: (values) => run(values, load),
  });
}

async function run({ against: folder, ...values }: AnyValues, load: Load): Promise<Outcome> {
  const counts = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, countOf(name, value)] as const] : [],
  );
  const { bench, beside } = await load();
  // The standard output holds the measurements alone.
  const say = (line: string): void => console.error(line);
  const figures = Object.fromEntries(counts);
  const measured: Promise<BenchOutcome> =
    typeof folder === 'string' && beside ? beside(resolve(folder), figures, say) : bench(figures, say);
  return measured.catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    throw new Failure('The bench failed; what it said is above.');
  });
}
