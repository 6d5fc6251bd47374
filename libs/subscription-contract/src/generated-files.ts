import { openApiDocument } from '@rapport/http-contract/open-api';
import { apiClientContract } from './api-clients.ts';
import { customFieldContract } from './custom-fields.ts';
import { invoiceContract } from './invoices.ts';
import { keyContract } from './keys.ts';
import { peopleContract } from './people.ts';
import { planContract } from './plans.ts';
import { senderContract } from './senders.ts';
import { subscriptionContract } from './subscriptions.ts';
import { suppressionContract } from './suppression.ts';
import { tenantContract } from './tenants.ts';
import { usageContract } from './usage.ts';

/** The committed files that are generated from the operators' contracts, by their paths in the repository. */
export function generatedFiles(): Readonly<Record<string, string>> {
  const document = openApiDocument({
    title: "Rapport operators' API",
    version: '1',
    description,
    contracts: [
      ...[
        tenantContract,
        subscriptionContract,
        invoiceContract,
        planContract,
        usageContract,
        peopleContract,
        apiClientContract,
        keyContract,
      ],
      ...[customFieldContract, senderContract, suppressionContract],
    ],
  });
  return { 'libs/subscription-contract/openapi.json': `${JSON.stringify(document, null, 2)}\n` };
}

const description = `Tenants, their subscriptions, plans, invoices and what they use, their people, their API clients, their custom fields, the senders of their marketing e-mails, the addresses that get none of those and the keys of access tokens, for the operators of the platform. It listens on a port of its own, which the base address never reaches.

A change that can deny a request (disable, suspend, another plan, other scopes) holds on every replica when it is answered. Where Redis is away it is answered after 2.75 seconds, when no copy of the state before is left.
`;
