import type { operatorContract } from '../operators/operator-client.ts';

export type OperationName = keyof typeof operatorContract;

/** The words of each operation. Where two have the same, the options that are given say which one is meant. */
export const adminWords: Readonly<Record<OperationName, string>> = {
  createTenant: 'tenant create',
  listTenants: 'tenant list',
  getTenant: 'tenant show',
  retryTenant: 'tenant retry',
  deleteTenant: 'tenant delete',
  getDeletion: 'tenant deletion',
  suspendTenant: 'tenant suspend',
  resumeTenant: 'tenant resume',
  cancelSubscription: 'tenant cancel',
  cancelUnverifiedTenants: 'tenant cancel',
  reactivateSubscription: 'tenant reactivate',
  changePlan: 'tenant plan',
  changeSubscription: 'tenant subscription',
  listInvoices: 'invoice list',
  payInvoice: 'invoice paid',
  changeInvoice: 'invoice due',
  voidInvoice: 'invoice void',
  listPlans: 'plan list',
  putPlan: 'plan put',
  changeEntitlements: 'tenant entitlements',
  listUsage: 'tenant usage',
  listUsageOfDay: 'usage',
  orderExport: 'tenant export',
  getExport: 'tenant export',
  fetchExportFile: 'tenant export',
  listExports: 'tenant exports',
  listTenantAudit: 'tenant audit',
  listAudit: 'audit',
  listUsers: 'user list',
  createUser: 'user create',
  updateUser: 'user update',
  disableUser: 'user disable',
  enableUser: 'user enable',
  createTeam: 'team create',
  listApiClients: 'api-client list',
  createApiClient: 'api-client create',
  updateApiClient: 'api-client update',
  disableApiClient: 'api-client disable',
  enableApiClient: 'api-client enable',
  rotateSecret: 'api-client rotate-secret',
  listSecrets: 'api-client secrets',
  revokeSecret: 'api-client revoke-secret',
  listTokenAudit: 'api-client audit',
  listKeys: 'keys list',
  rotateKeys: 'keys rotate',
  revokeKey: 'keys revoke',
  listCells: 'cell list',
  openCell: 'cell open',
  closeCell: 'cell close',
  createOperator: 'operator create',
  listOperators: 'operator list',
  revokeOperator: 'operator revoke',
  createCustomField: 'custom-field create',
  listCustomFields: 'custom-field list',
  disableCustomField: 'custom-field disable',
  enableCustomField: 'custom-field enable',
  addSender: 'sender add',
  removeSender: 'sender remove',
  listSenders: 'sender list',
  listSuppressed: 'suppression list',
  addSuppressed: 'suppression add',
  removeSuppressed: 'suppression remove',
};

/** Options that are called otherwise than the member that they give. */
export const optionNames: Readonly<Record<string, string>> = {
  organisationName: 'name',
  runAsUserId: 'run-as',
  suspendsOnUtc: 'suspends-on',
  dueOnUtc: 'on',
  expiresOnUtc: 'expires-on',
  tenantsMax: 'max',
  sinceUtc: 'unverified-since',
  code: 'plan',
  kid: 'key',
  fieldType: 'type',
  pageSize: 'limit',
};

/** Lists that are asked for page by page until one is empty, with the member after which a page goes on. */
export const pagedBy: Readonly<Partial<Record<OperationName, string>>> = {
  listTenants: 'tenantId',
  listUsageOfDay: 'tenantId',
  listSuppressed: 'address',
};

/** Operations that nothing takes back. On a terminal a person types the tenant's name before one of them. */
export const final: readonly OperationName[] = ['deleteTenant'];
