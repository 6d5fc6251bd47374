import type * as client from '@rapport/client';
import { resources } from '@rapport/public-contract';
import { expectTypeOf, test } from 'vitest';
import type { z } from 'zod';

type Contract = typeof resources;
type Shown<Name extends keyof Contract> = z.output<Contract[Name]['record']>;
type Sent<Name extends keyof Contract> = z.input<Contract[Name]['body']>;

/** They hold when the compiler takes them: `./rapport check` does so. */
test('records of the client are those of the contract, both ways', () => {
  expectTypeOf<client.Customer>().toExtend<Shown<'customers'>>();
  expectTypeOf<Shown<'customers'>>().toExtend<client.Customer>();
  expectTypeOf<client.Contact>().toExtend<Shown<'contacts'>>();
  expectTypeOf<Shown<'contacts'>>().toExtend<client.Contact>();
  expectTypeOf<client.Lead>().toExtend<Shown<'leads'>>();
  expectTypeOf<Shown<'leads'>>().toExtend<client.Lead>();
  expectTypeOf<client.Opportunity>().toExtend<Shown<'opportunities'>>();
  expectTypeOf<Shown<'opportunities'>>().toExtend<client.Opportunity>();
});

test('bodies of the client are those of the contract, and a record that was read is one', () => {
  expectTypeOf<client.CustomerBody>().toExtend<Sent<'customers'>>();
  expectTypeOf<Shown<'customers'>>().toExtend<client.CustomerBody>();
  expectTypeOf<client.ContactBody>().toExtend<Sent<'contacts'>>();
  expectTypeOf<Shown<'contacts'>>().toExtend<client.ContactBody>();
  expectTypeOf<client.LeadBody>().toExtend<Sent<'leads'>>();
  expectTypeOf<client.OpportunityBody>().toExtend<Sent<'opportunities'>>();
});
