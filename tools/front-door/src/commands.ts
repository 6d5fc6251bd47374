import { command, program, type Command, type Program, type Section } from '@rapport/command-line';
import { migrateCommands, type Here } from '@rapport/rapport/migrating';
import { recoverCommands } from '@rapport/rapport/recovering';
import { wordsOf } from './words-of-tools.ts';

/**
 * The front door. The words of operators come from their contract, and no other first word waits for that. The modules of
 * a word are loaded when it runs, so that each one starts at once.
 */
export async function frontDoor(first?: string): Promise<Program> {
  const sections = [platform, development];
  const isOther = sections.some(({ commands }) => commands.some(({ words }) => words[0] === first));
  return {
    introduction,
    sections: isOther ? sections : [platform, (await import('./administration.ts')).administration, development],
  };
}

const introduction = `Rapport on this machine: its servers, its services, its tests.

  ./rapport up        start everything, and print what to try first
  ./rapport status    what runs, and where
  ./rapport down      stop everything; the data stays`;

const platformCommands: readonly Command[] = [
  command({
    words: ['up'],
    summary: 'Start PostgreSQL, Redis, Kafka and every service, and wait until they are ready.',
    details:
      'In the foreground Ctrl-C stops everything; with --detach the command returns when all is ready. A platform that\nis up already stays as it is, and options that it was not started with are refused. With RAPPORT_SERVERS=containers the servers and the proxy run in containers.',
    options: {
      port: { value: 'PORT', initial: '8080', summary: 'port of the base address' },
      'management-port': {
        value: 'PORT',
        summary:
          'first port of health and metrics, kept with the data (default 9100, or 9200, ... where that is taken)',
      },
      data: { value: 'DIR', summary: 'where the data lives (default .rapport/data)' },
      replicas: {
        value: 'NAME=N,...',
        summary: 'how many processes of a service, such as public-api=3,token-service=2',
      },
      cells: { value: 'N', summary: 'how many cells, each on a PostgreSQL of its own, kept with the data (default 1)' },
      mail: { value: 'URL', summary: 'SMTP server that gets all mails, which else go into a folder' },
      origin: {
        value: 'URL,...',
        summary: 'whose pages in a browser may call the APIs, such as http://127.0.0.1:5173',
      },
      redirect: {
        value: 'URL,...',
        summary: 'where browsers may be sent back after the sign-in, beside the console and loopback',
      },
      env: { value: 'FILE', summary: 'settings of services as lines of NAME=value; see docs/operators/settings.md' },
      sample: {
        summary:
          'fill the demo tenant with a sales team that can sign in, 200 customers and what belongs to them, once',
      },
      detach: { summary: 'go on in the background' },
    },
    run: async (values, terminal) => (await import('./words/up.ts')).up(values, terminal),
  }),
  command({
    words: ['down'],
    summary: 'Stop everything that up started; the data stays.',
    options: {},
    run: async (_, terminal) => (await import('./words/down.ts')).down(terminal),
  }),
  command({
    words: ['reset'],
    summary: 'Stop everything and remove the data.',
    options: { yes: { summary: 'yes, remove it; without this nothing happens' } },
    run: async ({ yes }, terminal) => (await import('./words/reset.ts')).reset(yes, terminal),
  }),
  command({
    words: ['status'],
    summary: 'What runs, where, and how to get in.',
    options: { secrets: { summary: "show the servers' addresses with user and password" } },
    run: async ({ secrets }) => (await import('./words/status.ts')).status(secrets),
  }),
  command({
    words: ['logs'],
    summary: 'What the services and servers have logged.',
    details:
      'The newest 200 lines by their times, or all that are kept of a trace. On a terminal they are made readable, and\nprograms get them as they stand.',
    optionalOperand: 'SERVICE',
    options: {
      follow: { short: 'f', summary: 'go on with what is logged from now on, until you end it' },
      trace: { value: 'ID', summary: 'only lines with this text, such as the traceId of an answer' },
    },
    run: async (values, terminal) => (await import('./words/logs.ts')).logs(values, terminal),
  }),
  command({
    words: ['login'],
    summary: 'Sign a person in and print an access token of the application API.',
    details:
      'The password is asked for at the terminal, or read from standard input. The token is good for 15 minutes.',
    options: {
      email: { value: 'EMAIL', summary: 'the address with which the person signs in' },
      tenant: { value: 'TENANT', summary: 'the organisation by its name or id, for a person who is in several' },
    },
    run: async (values) => (await import('./words/login.ts')).login(values),
  }),
  ...migrateCommands(databasesHere),
  ...recoverCommands(databasesHere),
];

const developersCommands: readonly Command[] = [
  command({
    words: ['test'],
    summary: 'Run the tests of every tier on real servers, or those of files and folders.',
    details:
      'A file in which tests failed is tried once more when all is through. A test that passes then is unsteady: it has\npassed, and more than three of them are a failure. What files or folders hold has one try. The last line says how\nmany passed, failed and were skipped.',
    takesFiles: true,
    options: {
      tier: {
        value: 'NAME',
        summary:
          'only this one: unit, integration, chart, e2e, console, checks, clients, load or containers; request, which takes minutes',
      },
      watch: { summary: 'run what a change concerns after each change, until you end it' },
      'no-second-try': { summary: 'a test that fails once has failed, to look for those that are unsteady' },
    },
    run: async (values, terminal, files) => (await import('./words/test/test.ts')).test({ ...values, files }, terminal),
  }),
  command({
    words: ['check'],
    summary: 'Look for what no test finds: types, lint, boundaries, format, stale generated files.',
    options: { changed: { summary: 'only the projects and files that differ from main, or rest on what does' } },
    run: async (values, terminal) => (await import('./words/check.ts')).check(values, terminal),
  }),
  ...(await wordsOf(
    'checks/sync',
    'checks/tokens',
    'checks/subscriptions',
    'checks/attack',
    'checks/hostile',
    'checks/alerts',
  )),
  ...(await wordsOf('bench', 'checks/load')),
  command({
    words: ['images'],
    summary: "Write the platform's image as an archive that Docker, containerd and kind load.",
    options: { out: { value: 'DIR', initial: 'dist', summary: 'the folder of the archive' } },
    run: async ({ out }, terminal) => (await import('./words/images.ts')).images(out, terminal),
  }),
  ...(await wordsOf('checks/cluster')),
  command({
    words: ['generate'],
    summary: 'Write every generated file again.',
    options: {},
    run: async (_, terminal) => (await import('./words/generate.ts')).generate(terminal),
  }),
];

const platform: Section = { title: 'To run a platform', commands: platformCommands };

const development: Section = {
  title: 'To develop Rapport',
  commands: developersCommands,
  families: {
    load: `Load a platform with k6, and judge what comes; ${program} load lists the workloads.`,
    bench: `Measure what something costs; ${program} help bench lists what.`,
  },
};

async function databasesHere(): ReturnType<Here> {
  return (await import('./words/platform-here.ts')).databasesHere();
}
