export {
  developerPermissions,
  isOpen,
  requireDeveloperScope,
  requirePermission,
  requireScope,
  requireSubscription,
  requireVerified,
} from './access-rules.ts';
export { Admission, type Claimant } from './admitting/admission.ts';
export type { Admitted } from './admitting/principal-admission.ts';
export { standingOf } from './admitting/standing.ts';
export { changePrincipals } from './change-principals.ts';
export { Entrance, type Entrant } from './entrance.ts';
export {
  requirePermissionsWithin,
  requireScopeAll,
  requireWithin,
  rightsOfActor,
  type HeldRights,
} from './held-rights.ts';
export { admissionModule } from './module.ts';
export {
  leasesOf,
  versionsOf,
  type ActingState,
  type ClientState,
  type PersonState,
  type PrincipalState,
  type TenantState,
  type UserState,
} from './principal-state.ts';
export { PrincipalStore } from './principal-store.ts';
export { requestContextOf } from './request-context.ts';
export {
  anyTenant,
  entitlements,
  goes,
  isFullWith,
  shownState,
  subscribedTenant,
  suspendedFor,
} from './tenant-columns.ts';
export { StatePublisher } from './state-publisher.ts';
