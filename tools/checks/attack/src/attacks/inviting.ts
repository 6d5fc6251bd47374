import { closedLoop, newEmail } from '@rapport/testbed';
import type { Attack, Spoils, Target } from '../attack.ts';
import { callerOf, post } from './post.ts';

/** Mails in the name of a tenant, to people who never asked for one. */
export const invitingAttacks: readonly Attack[] = [
  {
    name: 'invitations',
    title: 'an owner invites one person again and again, and strangers without an end',
    run: invite,
  },
];

async function invite(target: Target, signal: AbortSignal): Promise<Spoils> {
  const caller = callerOf(target, lanes);
  const again = { path: `/api/v1/user/invite/${await firstInvited(target)}`, body: Buffer.from('{}') };
  const sent = { 'mails to one': 1, 'mails to strangers': 0, 'answers 429': 0 };
  const inviteBoth = async (): Promise<void> => {
    const stranger = { path: '/api/v1/user/create', body: bodyFor(newEmail()) };
    for (const [figure, asked] of [['mails to one', again] as const, ['mails to strangers', stranger] as const]) {
      const status = await post(target, caller, { ...asked, token: 'personToken' });
      sent[figure] += status === 200 ? 1 : 0;
      sent['answers 429'] += status === 429 ? 1 : 0;
    }
  };
  await closedLoop(inviteBoth, { underWay: lanes, signal }).ended;
  await caller.close();
  // Beyond its users that have joined: two owners, and the people.
  const toManyMax = perDayMax + 2 + target.people.length;
  const contradictions = [
    ...(sent['mails to one'] > toOneMax ? [`one address got ${sent['mails to one']} invitations`] : []),
    ...(sent['mails to strangers'] > toManyMax ? [`${sent['mails to strangers']} strangers were invited`] : []),
  ];
  return { figures: sent, contradictions };
}

async function firstInvited({ host, port, personToken }: Target): Promise<string> {
  const headers = { authorization: `Bearer ${personToken}`, 'content-type': 'application/json' };
  const asked = { method: 'POST', headers, body: bodyFor(newEmail()) };
  const answer = await fetch(`http://${host}:${port}/api/v1/user/create`, asked);
  return ((await answer.json()) as { readonly data: string }).data;
}

function bodyFor(email: string): Buffer<ArrayBuffer> {
  return Buffer.from(JSON.stringify({ email, name: 'A Stranger', roles: ['readOnly'], dataScope: 'own' }));
}

const lanes = 6;
const toOneMax = 5;
const perDayMax = 200;
