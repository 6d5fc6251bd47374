import type { Contract } from '@rapport/http-contract';
import type { FailingEndpoint } from '@rapport/http-contract/failures';
import { apiClientContract } from './api-clients.ts';
import { campaignMemberContract } from './campaign-members.ts';
import { customFieldContract } from './custom-fields.ts';
import { customerGroupContract } from './customer-groups.ts';
import { customerTimelineContract } from './customer-timeline.ts';
import { developerTokenContract } from './developer-tokens.ts';
import { withExamples } from './examples/with-examples.ts';
import { leadConversionContract } from './lead-conversion.ts';
import { marketingEmailContract } from './marketing-emails.ts';
import { recordContract } from './record-groups.ts';
import { reportContract } from './reports.ts';
import { roleContract } from './roles.ts';
import { shippingAddressContract } from './shipping-addresses.ts';
import { teamContract } from './teams.ts';
import { ownContract, userContract } from './users.ts';

/** The contracts of each service of the application API, by the service's name. */
export const contracts = {
  'token-service': withExamples({ ...developerTokenContract }),
  'application-api': withExamples({
    ...ownContract,
    ...userContract,
    ...roleContract,
    ...teamContract,
    ...apiClientContract,
    ...customFieldContract,
    ...customerGroupContract,
    ...customerTimelineContract,
    ...shippingAddressContract,
    ...campaignMemberContract,
    ...leadConversionContract,
    ...recordContract,
    ...marketingEmailContract,
    ...reportContract,
  }),
} as const satisfies Record<string, Contract>;

/** The groups of the application API's own service: every path below one fails in the wrapper, also where nothing is. */
const groups: ReadonlySet<string> = new Set(
  Object.values(contracts['application-api']).map(({ path }) => path.split('/')[3] ?? ''),
);

/** An address below each group, by the service that answers there. */
export const groupAddresses = {
  'application-api': Object.fromEntries(
    Array.from(groups, (group) => [group, { path: `/api/v1/${group}/{any}`, envelope: 'apiResult' }]),
  ),
} as const satisfies Record<string, Record<string, FailingEndpoint>>;
