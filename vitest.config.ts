import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import LongestFirst from './tools/testing/src/longest-first.ts';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 14)) {
  process.stderr.write(
    `Tests need Node 24.14 or newer, and this is ${process.version}; ./rapport test brings its own.\n`,
  );
  process.exit(1);
}

// A platform has ten processes with the same modules, and tests start dozens of them.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'rapport-compiled');

/** Tests with real servers wait more than they compute, so more of them run at a time than there are processors. */
const maxWorkers = availableParallelism() + 1;

/**
 * These watch how the modules of a lib compose statements, so each loads them anew. All other files share what their
 * process has loaded, because loading it would take a sixth of their time.
 */
const composing = '{apps,libs/*,tools,tools/checks}/*/src/**/{plans,writers}.integration.test.ts';

/** Ends what waits for ever at the beginning of a file. */
const inTime = ['tools/testing/src/set-up-in-time.ts'];

/** Elsewhere services also hold their answers to the contract, which makes a long page three times as dear. */
const asOperatorsRunIt = { NODE_ENV: 'production' };

export default defineConfig({
  // The client for integrators is tested as it is written, not as it is packed.
  ssr: { resolve: { conditions: ['rapport-source', 'module', 'node', 'development|production'] } },
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,libs/*,tools,tools/checks}/*/src/**/*.test.ts', 'libs/client/src/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts', '**/*.containers.test.ts', '**/*.request.test.ts'],
          isolate: false,
          // Vitest would leave one processor to itself.
          maxWorkers: availableParallelism(),
          // Some write whole documents, which takes seconds on a machine that has other work.
          testTimeout: 60_000,
        },
      },
      integration('integration', {
        include: ['{apps,libs/*,tools,tools/checks}/*/src/**/*.integration.test.ts'],
        exclude: [composing],
        isolate: false,
      }),
      integration('integration-composing', { include: [composing] }),
      // It needs Helm, and judges what that renders.
      {
        test: {
          name: 'chart',
          include: ['tools/chart/e2e/**/*.test.ts'],
          globalSetup: ['tools/testing/src/integration-setup.ts'],
          maxWorkers,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      // It needs an engine for containers, in which its servers run.
      {
        test: {
          name: 'containers',
          include: ['{apps,libs/*,tools,tools/checks}/*/src/**/*.containers.test.ts'],
          env: { RAPPORT_SERVERS: 'containers' },
          fileParallelism: false,
          sequence: { groupOrder: 8 },
          testTimeout: 480_000,
          hookTimeout: 240_000,
        },
      },
      // A test that takes minutes is of no tier: it runs where a person asks for it.
      {
        test: {
          name: 'request',
          include: ['{apps,libs/*,tools,tools/checks}/*/src/**/*.request.test.ts'],
          globalSetup: ['tools/testing/src/integration-setup.ts'],
          testTimeout: 1_200_000,
          hookTimeout: 1_200_000,
        },
      },
      endToEnd('e2e', 2, {
        include: ['apps/*/e2e/**/*.test.ts'],
        exclude: ['apps/console/**'],
        globalSetup: ['tools/testing/src/e2e-setup.ts'],
        setupFiles: inTime,
        isolate: false,
        maxWorkers,
      }),
      // These kill and burden platforms of their own. They wait for much of their time, so two run at a time.
      endToEnd('checks-faults', 3, {
        include: ['tools/checks/{tokens,subscriptions}/e2e/*.test.ts'],
        env: asOperatorsRunIt,
        maxWorkers: 2,
        testTimeout: 600_000,
      }),
      endToEnd('checks-hostile', 3, { include: ['tools/checks/hostile/e2e/**/*.test.ts'], maxWorkers: 2 }),
      // Its writers and readers alone take both processors of a small machine.
      endToEnd('checks-sync', 4, {
        include: ['tools/checks/sync/e2e/*.test.ts'],
        env: asOperatorsRunIt,
        fileParallelism: false,
      }),
      // These judge how long answers take, so nothing runs beside them.
      endToEnd('checks-attack', 5, {
        include: ['tools/checks/attack/e2e/**/*.test.ts'],
        env: asOperatorsRunIt,
        fileParallelism: false,
      }),
      // It needs Chromium, in which people's days are played.
      endToEnd('console', 6, {
        include: ['apps/console/e2e/**/*.test.ts'],
        globalSetup: ['tools/testing/src/e2e-setup.ts'],
        maxWorkers: 2,
        expect: { poll: { timeout: 15_000 } },
      }),
      // It generates clients from the documents, with languages that a machine may lack.
      endToEnd('clients', 6, {
        include: ['tools/clients/e2e/**/*.test.ts'],
        globalSetup: ['tools/testing/src/e2e-setup.ts'],
        testTimeout: 300_000,
      }),
      // A tier of its own, because it needs k6. Counts alone are judged, so it bears other tests beside it.
      endToEnd('load', 7, {
        include: ['tools/checks/load/e2e/**/*.test.ts'],
        env: asOperatorsRunIt,
        maxWorkers: 2,
      }),
    ],
  },
});

/** A project whose tests meet whole platforms. Projects of one group run at the same time, and groups one after the other. */
function endToEnd(
  name: string,
  groupOrder: number,
  more: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return { test: { name, sequence: { groupOrder }, testTimeout: 120_000, hookTimeout: 240_000, ...more } };
}

/** A project of the tier integration, whose files share three servers. */
function integration(name: string, more: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  const globalSetup = ['tools/testing/src/integration-setup.ts'];
  const pace = { maxWorkers, sequence: { groupOrder: 1 }, testTimeout: 60_000, hookTimeout: 120_000 };
  return { test: { name, globalSetup, setupFiles: inTime, ...pace, ...more } };
}
