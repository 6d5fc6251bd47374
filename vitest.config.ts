import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 14)) {
  process.stderr.write(
    `Tests need Node 24.14 or newer, and this is ${process.version}; ./rapport test brings its own.\n`,
  );
  process.exit(1);
}

/** Tests with real servers wait more than they compute, so more of them run at a time than there are processors. */
const maxWorkers = availableParallelism() + 1;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,libs,tools}/*/src/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts', '**/*.request.test.ts'],
          // Some write whole documents, which takes seconds on a machine that has other work.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{apps,libs,tools}/*/src/**/*.integration.test.ts'],
          globalSetup: ['tools/testing/src/integration-setup.ts'],
          maxWorkers,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      // What takes minutes and is of no tier: it runs where a person asks for it.
      {
        test: {
          name: 'request',
          include: ['{libs,tools}/*/src/**/*.request.test.ts'],
          globalSetup: ['tools/testing/src/integration-setup.ts'],
          testTimeout: 1_200_000,
          hookTimeout: 1_200_000,
        },
      },
      endToEnd('e2e', 2, {
        include: ['apps/*/e2e/**/*.test.ts'],
        globalSetup: ['tools/testing/src/e2e-setup.ts'],
        maxWorkers,
      }),
      // Its test waits for more than a minute on a platform of its own and burdens no other, so it runs beside e2e.
      endToEnd('e2e-window', 2, { include: ['tools/token-check/e2e/window.test.ts'], maxWorkers }),
      // The next four kill and burden platforms of their own, so they run after the others.
      endToEnd('e2e-sync', 3, { include: ['tools/sync-check/e2e/**/*.test.ts'], fileParallelism: false }),
      endToEnd('e2e-token', 4, {
        include: ['tools/token-check/e2e/**/*.test.ts'],
        exclude: ['tools/token-check/e2e/window.test.ts'],
        globalSetup: ['tools/token-check/e2e/setup.ts'],
        fileParallelism: false,
      }),
      endToEnd('e2e-attack', 5, { include: ['tools/attack-check/e2e/**/*.test.ts'], fileParallelism: false }),
      endToEnd('e2e-hostile', 6, { include: ['tools/hostile-check/e2e/**/*.test.ts'], fileParallelism: false }),
      // A tier of its own, because it needs k6. Counts alone are judged, so it bears other tests beside it.
      endToEnd('load', 7, { include: ['tools/load/e2e/**/*.test.ts'], fileParallelism: false }),
    ],
  },
});

/** A project of the tier e2e. Projects of one group run at the same time, and groups one after the other. */
function endToEnd(
  name: string,
  groupOrder: number,
  more: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return { test: { name, sequence: { groupOrder }, testTimeout: 120_000, hookTimeout: 240_000, ...more } };
}
