export { bringProgram, cacheFolder, findGo, goPrograms, presentProgram, type GoProgram } from './bring-program.ts';
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
export { accessHere } from './platform/access-here.ts';
export { removeData } from './platform/data-folder.ts';
export { databasesHere } from './platform/databases-here.ts';
export { detach } from './platform/detach.ts';
export { firstRequests, whoSignsIn } from './platform/first-requests.ts';
export { freeBytesMin, requireSpace } from './platform/free-space.ts';
export { optionsNotTakenUp } from './platform/kept-options.ts';
export { isSupervised, stopLeftovers } from './platform/leftovers.ts';
export { lineText } from './platform/log-line.ts';
export { logReaders, type LogReader } from './platform/log-reader.ts';
export { readMailUrl } from './platform/mail-destination.ts';
export { firstManagementPort } from './platform/management-ports.ts';
export { operatorAccess } from './platform/operator-access.ts';
export { ourParts, type PlatformOptions } from './platform/platform-options.ts';
export { Platform } from './platform/platform.ts';
export { readStatus, type StatusDocument } from './platform/read-status.ts';
export { readReplicas } from './platform/replicas.ts';
export { runUntilStopped } from './platform/run-until-stopped.ts';
export { projectRoot, stateFolder } from './project.ts';
export { fillSample } from './sample/fill-sample.ts';
export { readEnvFile } from './settings/env-file.ts';
export { libraryVariables } from './settings/library-variables.ts';
export { settingsOf, shownSettingsOf, type Setting } from './settings/service-settings.ts';
export { setByUp } from './settings/set-by-up.ts';
export { readState, writeState, writeWhole, type StateFile } from './state-file.ts';
export { untilEnded } from './until-ended.ts';
export type { ServiceDefinition } from '@rapport/installation';
