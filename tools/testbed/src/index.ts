export {
  answerOf,
  Browser,
  CodeFlow,
  consoleClientId,
  organisationsOf,
  postForm,
  redirectUri,
  signIn,
  tokensOf,
  type PersonTokens,
  type ReceivedPage,
} from '@rapport/local-platform';
export { operatorClient, operatorContract, type Operator } from '@rapport/rapport';
export { anyAddress } from './any-address.ts';
export { ApiDocument, type OpenApi, type Operation, type Parameter, type Schema } from './document/api-document.ts';
export { Judge } from './document/judge.ts';
export { alternativesOf, wrongMembers, wrongValues, type WrongValue } from './document/wrong-values.ts';
export { isUnread, type ReceivedAnswer } from './document/received-answer.ts';
export { cpuMicroseconds, hasConnection, machineCpu, ownCpuMicroseconds, ownMemoryBytes } from './process-figures.ts';
export { endWithPlatforms } from './checks/end-with-platforms.ts';
export { named, outcomeOfAll, playAll, playsOf, type Play, type Played, type Say } from './checks/play.ts';
export { codeOf, done } from './done.ts';
export { guideFiles } from './guide-files.ts';
export { HalfSent, type SlowRequest } from './half-sent.ts';
export { Mailed } from './mailed.ts';
export { median, percentile } from './percentile.ts';
export { nameOf, Processes, type NamedProcess } from './processes.ts';
export { RunningPlatform, type ReachablePlatform } from './running-platform.ts';
export { newSession } from './session.ts';
export { TemporaryPlatform, type PlatformPlan } from './temporary-platform.ts';
export { newSignup, postSignup, type SignupAnswer, type SignupBody } from './sign-up.ts';
export { newEmail, newName, Tenant, type NewClient, type NewTenant, type NewUser, type Person } from './tenant.ts';
export { issueToken, tokenRequest, type Credentials } from './token.ts';
export {
  Caller,
  outcomeOf,
  type AskedRequest,
  type CallerPlan,
  type Ending,
  type LoadRequest,
} from './traffic/caller.ts';
export { closedLoop, openLoop, type Loop } from './traffic/loops.ts';
export { Traffic } from './traffic/traffic.ts';
export { until } from './until.ts';
