import { bundle } from './bundle.ts';

const app = process.argv[2];
if (app === undefined) {
  console.error('Which app? For example: node tools/build/src/main.ts apps/public-api');
  process.exit(2);
}
await bundle(`${app}/src/main.ts`, `${app}/dist`);
