import { dirname } from 'node:path';
import type { CreateNodesV2 } from '@nx/devkit';

/** Gives every app, lib and tool, and the load tests, the same targets, so that no project has to spell them out. */
export const createNodesV2: CreateNodesV2 = [
  '{{apps,libs/*,tools,tools/checks}/*,libs/client,load-tests}/package.json',
  (packageFiles) =>
    packageFiles.map((packageFile) => {
      const root = dirname(packageFile);
      const targets: Record<string, object> = {
        typecheck: { command: `tsc -p ${root}` },
        lint: { command: `eslint ${root}` },
        test: { command: `vitest run --project unit ${root}/ --passWithNoTests` },
      };
      if (root.startsWith('apps/')) {
        targets['build'] = { command: `node tools/build/src/main.ts ${root}`, outputs: ['{projectRoot}/dist'] };
      }
      return [packageFile, { projects: { [root]: { targets } } }];
    }),
];
