import type { ErrorCode } from '@rapport/kernel';
import { takesCredentials, takesOwner, takesUser, type Endpoint } from '../endpoint.ts';
import { failureFormOf } from './failure-form.ts';

/** Every code that an endpoint may answer with: its own, and those that follow from its access, query and body. */
export function errorsOf(endpoint: Endpoint): ReadonlySet<ErrorCode> {
  return new Set([
    ...endpoint.errors,
    ...accessErrors(endpoint),
    ...requestErrors(endpoint),
    ...errorsOfEvery(endpoint),
  ]);
}

/** Wrapped answers and answers to a form are JSON even for a caller that accepts none of our types. */
function errorsOfEvery(endpoint: Endpoint): readonly ErrorCode[] {
  const heedsAccept = failureFormOf(endpoint) === 'problem';
  return [...(heedsAccept ? (['not_acceptable'] as const) : []), 'internal_error', 'service_unavailable'];
}

function accessErrors({ access }: Endpoint): readonly ErrorCode[] {
  if (access === 'open') {
    return [];
  }
  if (takesCredentials(access)) {
    return ['invalid_client', 'rate_limited'];
  }
  const token: readonly ErrorCode[] = ['token_missing', 'token_invalid', 'token_expired'];
  if (access === 'operator') {
    return [...token, 'permission_denied'];
  }
  if (takesOwner(access)) {
    return [...token, 'client_disabled', 'rate_limited', 'permission_denied'];
  }
  const admitted: readonly ErrorCode[] = [...token, 'client_disabled', 'rate_limited', 'subscription_required'];
  if (takesUser(access) && access.permissions.length === 0) {
    return access.act === 'read' ? admitted : [...admitted, 'insufficient_scope'];
  }
  return [...admitted, 'insufficient_scope', 'permission_denied'];
}

function requestErrors(endpoint: Endpoint): readonly ErrorCode[] {
  const codes: ErrorCode[] = [];
  if (endpoint.bodyType === 'form') {
    return ['invalid_request', 'payload_too_large'];
  }
  if (endpoint.params) {
    codes.push('not_found');
  }
  if (endpoint.headers && 'idempotency-key' in endpoint.headers.shape) {
    codes.push('idempotency_key_invalid');
  }
  if (endpoint.body) {
    codes.push('malformed_json', 'unsupported_media_type', 'payload_too_large');
  }
  if (endpoint.file) {
    codes.push('unsupported_media_type', 'payload_too_large');
  }
  if (endpoint.success.bytes) {
    codes.push('range_not_satisfiable');
  }
  codes.push('validation_failed');
  return codes;
}
