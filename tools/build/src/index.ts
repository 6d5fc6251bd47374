export { bundle } from './bundle.ts';
export { bundleChangedConsole, bundleConsole } from './bundle-console.ts';
