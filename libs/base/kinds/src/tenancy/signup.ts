import { requestBody } from '@rapport/http-contract';
import { emailOfPerson, passwordField, requiredText } from '@rapport/members/fields';
import type { z } from 'zod';

/** The body of a sign-up: a company, as it describes itself, and its owner. */
export const newSignup = requestBody(
  'NewSignup',
  {
    organisationName: requiredText(200),
    ownerEmail: emailOfPerson(),
    ownerName: requiredText(200),
    password: passwordField().describe(
      'Of the owner, who signs in with it. A refused one is told with every rule that it breaks.',
    ),
    planCode: requiredText(50).describe('The code of one of the plans that are offered.'),
  },
  [],
);

export type NewSignup = z.output<typeof newSignup>;

export const exampleSignup: NewSignup = {
  organisationName: 'Analytical Engines Ltd',
  ownerEmail: 'ada@engines.example',
  ownerName: 'Ada King',
  password: 'Twelve grey herons at noon',
  planCode: 'professional',
};

/** The part of a sign-up that is kept of the tenant. */
export type SignedUpTenant = Omit<NewSignup, 'ownerEmail' | 'ownerName' | 'password'>;
