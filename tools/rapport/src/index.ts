export { Platform } from './platform/platform.ts';
export { ourParts, type PlatformOptions, type PlatformParts } from './platform/platform-options.ts';
export { readDemo, type Demo } from './platform/demo.ts';
export type { ServiceDefinition } from './platform/services.ts';
export { askOperatorApi, operatorAccess, type OperatorAccess, type OperatorRequest } from './operator-api.ts';
export { readStatus, type StatusDocument } from './platform/read-status.ts';
