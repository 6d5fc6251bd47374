import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,libs,tools}/*/src/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{apps,libs,tools}/*/src/**/*.integration.test.ts'],
          globalSetup: ['tools/testing/src/integration-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['apps/*/e2e/**/*.test.ts'],
          globalSetup: ['tools/testing/src/e2e-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 240_000,
        },
      },
      {
        // These kill and burden the platform under them, so they start one of their own, after the other projects.
        test: {
          name: 'e2e-sync',
          include: ['tools/sync-check/e2e/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 240_000,
        },
      },
      {
        // These do so too.
        test: {
          name: 'e2e-token',
          include: ['tools/token-check/e2e/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      {
        // These take as much of a platform as they can get.
        test: {
          name: 'e2e-attack',
          include: ['tools/attack-check/e2e/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 3 },
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
