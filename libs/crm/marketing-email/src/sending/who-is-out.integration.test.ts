import { statement } from '@rapport/database';
import { addressKey } from '@rapport/kernel';
import { beforeEach, expect, test } from 'vitest';
import { addresses, onMailingStage, Post, reached, type MailingStage } from '../testing/mailing-stage.ts';
import type { MailingTenant } from '../testing/mailing-tenant.ts';

let stage: MailingStage;
let here: MailingTenant;
let post: Post;

onMailingStage((...given) => ([stage, here] = given));
beforeEach(() => {
  post = new Post();
});

const out = '\u00d6ut@b\u00fccher.example';
/** A campaign with a lead, a customer and a contact of one address each, a second contact of the lead's, and one who stays. */
async function campaignOfTwins(): Promise<string> {
  const campaign = await here.campaign(['stays@x.com', out]);
  const [lead, customer] = ['\u00f6ut@xn--bcher-kva.example', 'owner@x.com'];
  await here.ask(addLead.with({ campaignId: campaign, email: lead, emailKey: addressKey(lead) }));
  await here.ask(addCustomer.with({ campaignId: campaign, email: customer, emailKey: addressKey(customer) }));
  await here.ask(addContact.with({ email: out, emailKey: addressKey(out) }));
  await here.ask(addContact.with({ email: 'Owner@x.com', emailKey: addressKey(customer) }));
  return campaign;
}

test('an address of which a contact has opted out gets nothing, through whichever member it comes', async () => {
  const campaign = await campaignOfTwins();
  await here.ask(optOneOut.with({ emailKey: addressKey(out) }));
  await here.ask(optOneOut.with({ emailKey: 'owner@x.com' }));
  stage.start(post);
  const id = await here.send(campaign);
  await reached(here, id, 'sent');
  expect(post.addresses()).toEqual(['stays@x.com']);
  expect(await here.read(id)).toMatchObject({ recipientCount: 1, sentCount: 1 });
});

test('an address of which a contact opts out gets nothing when its turn comes, through whichever member it comes', async () => {
  const campaign = await campaignOfTwins();
  post.answer = () => ({ outcome: 'refusedForNow', by: 'recipient', problem: '451' });
  stage.start(post);
  const id = await here.send(campaign);
  await post.hasCome(3);
  await here.ask(optOneOut.with({ emailKey: addressKey(out) }));
  await here.ask(optOneOut.with({ emailKey: 'owner@x.com' }));
  post.answer = () => ({ outcome: 'taken' });
  await reached(here, id, 'sent');
  expect(post.addresses()).toEqual(['owner@x.com', 'stays@x.com', 'stays@x.com', out].sort());
  expect(await here.read(id)).toMatchObject({ recipientCount: 1, sentCount: 1 });
});

test('whoever is no member any more when the turn comes gets nothing and is no recipient any more', async () => {
  const campaign = await here.campaign(['stays@x.com', 'off@x.com', 'deleted@x.com']);
  post.answer = () => ({ outcome: 'refusedForNow', by: 'recipient', problem: '451' });
  stage.start(post);
  const id = await here.send(campaign);
  await post.hasCome(3);
  await here.ask(dropMember.with({ email: 'off@x.com' }));
  await here.ask(dropMember.with({ email: 'deleted@x.com' }));
  await here.ask(dropContact.with({ email: 'deleted@x.com' }));
  post.answer = () => ({ outcome: 'taken' });
  await reached(here, id, 'sent');
  expect(post.addresses()).toEqual(['deleted@x.com', 'off@x.com', 'stays@x.com', 'stays@x.com']);
  expect(await here.read(id)).toMatchObject({ recipientCount: 1, sentCount: 1 });
});

test('the names of recipients are kept while they wait, and not when the mail is sent', async () => {
  const campaign = await here.campaign(['sent@x.com', 'never@x.com', 'doubt@x.com', 'later@x.com', 'out@x.com']);
  post.answer = ({ to }) => {
    switch (to) {
      case 'never@x.com':
        return { outcome: 'refusedForGood', by: 'message', problem: '554' };
      case 'doubt@x.com':
        return { outcome: 'inDoubt', problem: 'ETIMEDOUT' };
      case 'sent@x.com':
        return { outcome: 'taken' };
      default:
        return { outcome: 'refusedForNow', by: 'recipient', problem: '451' };
    }
  };
  stage.start(post);
  const id = await here.send(campaign, { subject: 'Dear {{firstName}}' });
  await post.hasCome(5);
  await expect.poll(() => named(id), { timeout: 10_000 }).toEqual(['later@x.com', 'out@x.com']);
  await here.ask(optOneOut.with({ emailKey: 'out@x.com' }));
  post.answer = () => ({ outcome: 'taken' });
  await reached(here, id, 'sent');
  expect(post.came.filter(({ to }) => to === 'later@x.com').at(-1)?.subject).toBe('Dear First');
  expect(await named(id)).toEqual([]);
});

test('the names of recipients are not kept when a mail is cancelled, also one that was paused', async () => {
  post.answer = () => ({ outcome: 'refusedForNow', by: 'server', problem: '421' });
  stage.start(post);
  const [sending, paused] = [
    await here.send(await here.campaign(addresses(700))),
    await here.send(await here.campaign(addresses(700))),
  ];
  await reached(here, sending, 'sending');
  await reached(here, paused, 'sending');
  await here.step(paused, 'paused');
  await expect.poll(() => here.ask(readTime.with({ id: paused })), { timeout: 10_000 }).toEqual([{ isResting: true }]);
  expect(await named(paused)).toHaveLength(700);
  await here.step(sending, 'cancelled');
  await here.step(paused, 'cancelled');
  for (const id of [sending, paused]) {
    await expect.poll(() => named(id), { timeout: 10_000 }).toEqual([]);
    expect(await here.read(id)).toMatchObject({ status: 'cancelled', recipientCount: 700 });
    await expect.poll(() => here.ask(readTime.with({ id })), { timeout: 10_000 }).toEqual([{ isResting: true }]);
  }
});

test('the names of recipients are not kept when a mail has failed', async () => {
  const campaign = await here.campaign(addresses(3));
  const id = await here.send(campaign);
  await here.ask(dropSenders);
  stage.start(post);
  await reached(here, id, 'failed');
  await expect.poll(() => named(id), { timeout: 10_000 }).toEqual([]);
});

/** The addresses of the recipients whose names are kept. */
async function named(id: string): Promise<string[]> {
  return (await here.ask<{ address: string }>(findNamed.with({ id }))).map(({ address }) => address);
}

const addLead = statement(
  'test_out_lead',
  `with lead as (
    insert into tenant.lead (id, last_name, email, email_key, version, created_on, last_modified_on)
    values (uuidv7(), 'Lead', :email, :emailKey, 1, now(), now()) returning id
  )
  insert into tenant.campaign_member (id, campaign_id, lead_id, version, created_on, last_modified_on)
  select uuidv7(), :campaignId::uuid, id, 1, now(), now() from lead`,
);
const addCustomer = statement(
  'test_out_customer',
  `with customer as (
    insert into tenant.customer (id, code, name, email, email_key, version, created_on, last_modified_on)
    values (uuidv7(), uuidv7()::text, 'Customer', :email, :emailKey, 1, now(), now()) returning id
  )
  insert into tenant.campaign_member (id, campaign_id, customer_id, version, created_on, last_modified_on)
  select uuidv7(), :campaignId::uuid, id, 1, now(), now() from customer`,
);
const addContact = statement(
  'test_out_contact',
  `insert into tenant.contact (id, last_name, email, email_key, version, created_on, last_modified_on)
   values (uuidv7(), 'Second', :email, :emailKey, 1, now(), now())`,
);
/** Of contacts that have one address the last one opts out. */
const optOneOut = statement(
  'test_out_opt',
  `update tenant.contact set email_opt_out = true, version = version + 1, last_modified_on = clock_timestamp()
   where id = (select max(id::text)::uuid from tenant.contact where email_key = :emailKey)`,
);
const dropMember = statement(
  'test_out_drop_member',
  'delete from tenant.campaign_member using tenant.contact where contact.id = contact_id and contact.email = :email',
);
const dropContact = statement('test_out_drop_contact', 'delete from tenant.contact where email = :email');
const dropSenders = statement('test_out_drop_senders', 'delete from tenant.marketing_sender');
const findNamed = statement(
  'test_out_named',
  `select address from tenant.marketing_recipient
   where mail_id = :id::uuid and num_nonnulls(first_name, last_name, company_name) > 0 order by address`,
);
const readTime = statement(
  'test_out_time',
  'select due_on is null as "isResting" from tenant.marketing_sending where mail_id = :id::uuid',
);
