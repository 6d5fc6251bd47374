import type { Contract } from '@rapport/http-contract';
import { openApiDocument, type OpenApiObject } from '@rapport/http-contract/open-api';
import { apiClientContract } from './api-clients.ts';
import { auditContract } from './audit.ts';
import { cellContract } from './installation/cells.ts';
import { ownExportContract } from './exports/own-exports.ts';
import { ownerContract } from './companies/owners.ts';
import { signupContract } from './companies/signups.ts';
import { customFieldContract } from './custom-fields.ts';
import { exportContract } from './exports/exports.ts';
import { invoiceContract } from './invoices.ts';
import { keyContract } from './installation/keys.ts';
import { operatorsContract } from './installation/operators.ts';
import { peopleContract } from './people.ts';
import { planContract } from './installation/plans.ts';
import { senderContract } from './senders.ts';
import { subscriptionContract } from './subscriptions.ts';
import { suppressionContract } from './suppression.ts';
import { tenantContract } from './tenants.ts';
import { tenantViewContract } from './tenant-views.ts';
import { usageContract } from './usage.ts';

/** The committed files that are generated from the contracts, by their paths in the repository. */
export function generatedFiles(): Readonly<Record<string, string>> {
  return {
    'libs/contracts/subscription-contract/openapi.json': textOf(operatorsDocument()),
    'libs/contracts/subscription-contract/openapi-companies.json': textOf(companiesDocument()),
  };
}

export function operatorsDocument(): OpenApiObject {
  return openApiDocument({
    title: "Rapport operators' API",
    version: '1',
    description: forOperators,
    server: 'The port of the subscription service, which is not behind the base address.',
    tags: {
      tenants: 'Tenants, with what is still to do for them.',
      subscriptions: 'The states and the subscriptions of tenants.',
      invoices: 'What periods cost.',
      plans: 'What is sold, with its entitlements.',
      usage: 'What tenants used.',
      exports: 'What tenants take along.',
      audit: 'Who changed what, and why.',
      people: 'The people of tenants.',
      clients: 'The API clients of tenants, and what happened to their tokens.',
      keys: 'The keys that sign access tokens.',
      cells: 'The databases that tenants live in.',
      operators: 'Who runs the platform.',
      fields: 'The custom fields of tenants.',
      mails: 'Who sends marketing e-mails, and who gets none.',
    },
    contracts: [
      tagged('tenants', tenantContract),
      tagged('tenants', tenantViewContract),
      tagged('subscriptions', subscriptionContract),
      tagged('invoices', invoiceContract),
      tagged('plans', planContract),
      tagged('usage', usageContract),
      tagged('exports', exportContract),
      tagged('audit', auditContract),
      tagged('people', peopleContract),
      tagged('clients', apiClientContract),
      tagged('keys', keyContract),
      tagged('cells', cellContract),
      tagged('operators', operatorsContract),
      tagged('fields', customFieldContract),
      tagged('mails', senderContract),
      tagged('mails', suppressionContract),
    ],
  });
}

/** The document of what stands at the base address. */
export function companiesDocument(): OpenApiObject {
  return openApiDocument({
    title: 'Rapport subscription API',
    version: '1',
    description: forCompanies,
    tags: {
      signups: 'Plans that are offered, and companies that begin.',
      owners: 'What owners see and change of their tenant.',
    },
    contracts: [
      tagged('signups', signupContract),
      tagged('owners', ownerContract),
      tagged('owners', ownExportContract),
    ],
    isBehindEdge: true,
  });
}

/** The operations of a contract under one tag of the document. */
function tagged(tag: string, contract: Contract): Contract {
  return Object.fromEntries(Object.entries(contract).map(([name, endpoint]) => [name, { ...endpoint, tags: [tag] }]));
}

function textOf(document: OpenApiObject): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

const forOperators = `Tenants, their subscriptions, plans, invoices and what they use, their people, their API clients, their custom fields, the senders of their marketing e-mails, the addresses that get none of those, the keys of access tokens, the cells and who runs the platform, for the operators of the platform. It listens on a port of its own, which the base address never reaches.

A change that can deny a request (disable, suspend, another plan, other scopes) holds on every replica when it is answered. Where Redis is away it is answered after 2.75 seconds, when no copy of the state before is left.
`;

const forCompanies = `How a company begins, and what its owners see and change of its subscription. Plans and sign-ups are open to every caller; an installation may have them turned off, and then knows neither address. An owner calls with the access token of a person who signed in and has the role owner.
`;
