export { Admission, type Admitted } from './admission.ts';
export { requirePermission, requireScope, requireSubscription } from './entitlement.ts';
export { admissionModule } from './module.ts';
export { builtInRoles, isScope, scopes, type DataScope } from './permissions.ts';
export { leasesOf, type ClientState, type PrincipalState, type TenantState } from './principal-state.ts';
export { PrincipalStore } from './principal-store.ts';
export { requestContextOf } from './request-context.ts';
export { standingOf } from './standing.ts';
export { StatePublisher } from './state-publisher.ts';
