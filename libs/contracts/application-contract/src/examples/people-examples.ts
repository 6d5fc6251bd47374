import type { Example } from '@rapport/http-contract';
import { exampleIds } from './example-ids.ts';

const role = { code: 'fieldSales', name: 'Field sales', permissions: ['customers.read', 'customers.write'] };

const user = {
  email: 'mary@engines.example',
  name: 'Mary Somerville',
  roles: ['fieldSales'],
  dataScope: 'team',
  teamId: exampleIds.team,
};

const customField = { label: 'Region', description: 'The sales region.', options: ['north', 'south'] };

const apiClient = {
  name: 'Shop',
  runAsUserId: exampleIds.owner,
  scopes: ['customers.read', 'customers.write'],
};

/** The bodies about people and settings, by operation, in an order in which each finds what it names. */
export const peopleExamples = {
  createTeam: { body: { name: 'North' } },
  createRole: { body: role },
  createUser: { body: user },
  createCustomField: { body: { ...customField, module: 'customers', key: 'region', fieldType: 'select' } },
  createApiClient: { body: apiClient },
  updateTeam: { body: { id: exampleIds.team, name: 'North and east' } },
  updateRole: { body: { ...role, permissions: [...role.permissions, 'contacts.read'] } },
  updateUser: { body: { ...user, id: exampleIds.user, name: 'Mary Greig' } },
  updateCustomField: { body: { ...customField, id: exampleIds.customField, options: ['north', 'south', 'east'] } },
  updateApiClient: { body: { ...apiClient, id: exampleIds.apiClient, name: 'Web shop' } },
  rotateApiClientSecret: { params: { id: exampleIds.apiClient }, body: { overlapSeconds: 3_600 } },
} as const satisfies Readonly<Record<string, Example>>;

/** The examples of the caller's own operations. */
export const ownExamples = {
  getTokenForDevelop: {
    body: { clientId: 'rpt_client_0Xq3bT7dM1vKc9ZyLw5RnS2eHg', clientSecret: 'the secret of your client' },
  },
  changePassword: {
    body: { currentPassword: 'Twelve grey herons at noon', newPassword: 'Nine red kites at dawn' },
  },
} as const satisfies Readonly<Record<string, Example>>;
