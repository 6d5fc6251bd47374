import { bundle } from './bundle.ts';
import { bundleConsoleHere } from './bundle-console.ts';

const app = process.argv[2];
if (app === undefined) {
  console.error('Which app? For example: node tools/build/src/main.ts apps/public-api');
  process.exit(2);
}
const bundling = app === 'apps/console' ? bundleConsoleHere() : bundle(`${app}/src/main.ts`, `${app}/dist`);
await bundling.catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
