import { mortalDatabase, Mortality } from '@rapport/database/testing';
import { expect, test } from 'vitest';
import { addresses, onMailingStage, Post, reached, type MailingStage } from '../testing/mailing-stage.ts';
import type { MailingTenant } from '../testing/mailing-tenant.ts';

let stage: MailingStage;
let here: MailingTenant;

onMailingStage((...given) => ([stage, here] = given));

const holds = { turnMs: 100, claimMs: 500 };

test('no address gets the mail twice, whatever step a worker dies at, and what was in flight is in doubt', async () => {
  for (let diesAt = 1; ; diesAt += 1) {
    const post = new Post();
    const count = 15;
    const campaign = await here.campaign(addresses(count));
    const id = await here.send(campaign);
    const mortality = new Mortality(diesAt);
    const mortal = mortalDatabase(stage.workers, mortality);
    stage.start(post, { holds, database: mortal, slots: 10 });
    const isDead = await Promise.race([
      reached(here, id, 'sent').then(() => false),
      expect
        .poll(() => mortality.steps >= diesAt, { timeout: 20_000, interval: 5 })
        .toBe(true)
        .then(() => true),
    ]);
    stage.start(post, { holds, slots: 10 });
    await reached(here, id, 'sent');
    expect(new Set(post.addresses()).size, `died at ${diesAt}`).toBe(post.came.length);
    const { recipientCount, sentCount, inDoubtCount } = await here.read(id);
    expect([recipientCount, sentCount + inDoubtCount], `died at ${diesAt}`).toEqual([count, count]);
    expect(inDoubtCount, `died at ${diesAt}`).toBeLessThanOrEqual(5);
    await stage.stopAll();
    if (!isDead) {
      expect(diesAt).toBeGreaterThan(15);
      return;
    }
  }
}, 240_000);
