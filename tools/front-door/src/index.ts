export { Browser, type ReceivedPage } from './people/browser.ts';
export {
  answerOf,
  CodeFlow,
  consoleClientId,
  organisationsOf,
  postForm,
  redirectUri,
  signIn,
  tokensOf,
  type PersonTokens,
} from './people/code-flow.ts';
export { settingsOf } from './settings/service-settings.ts';
export { chartValues } from './generators/chart/values.ts';
export { chartFolder, leavesOf, readValues } from './generators/chart/values-files.ts';
export { bringProgram, cacheFolder, findGo, goPrograms } from './bring-program.ts';
export { Platform } from './platform/platform.ts';
export { ourParts, type PlatformOptions } from './platform/platform-options.ts';
export type { ServiceDefinition } from '@rapport/installation';
export { operatorAccess } from './platform/operator-access.ts';
export { readStatus, type StatusDocument } from './platform/read-status.ts';
export { projectRoot, stateFolder } from './project.ts';
export { readReplicas } from './words/replicas.ts';
