import type { Endpoint } from '@rapport/http-contract';
import { done, newName } from '@rapport/testbed';
import { describe, expect, test } from 'vitest';
import { as, newColleague, newOwner, type Person } from '../people.ts';
import { expectAll, type Row } from './expected.ts';
import { judged, type Asked } from './judged.ts';
import { all, isFinal } from './operations.ts';
import { makeRecordTargets, type RecordTargets } from './record-targets.ts';
import { referencesOf } from './references.ts';
import { isOfRecords, makeTargets, rightRequest } from './targets.ts';

const missingId = '01890000-0000-7000-8000-000000000000';

/** In no team, and sees everything. */
const stranger = await newOwner({ requestsPerMinute: 10_000_000 });
const team = done(await as(stranger).createTeam({ body: { name: newName('Team') } }), 200).data ?? '';
const colleague = (dataScope: 'own' | 'team' | 'all') =>
  newColleague(stranger, { role: 'administrator', dataScope, teamId: team });
/** They are of one team: one sees what it owns, one what the team owns, and one everything. */
const [loner, mate, senior] = await Promise.all([colleague('own'), colleague('team'), colleague('all')]);
const [ofLoner, ofSenior, targets] = await Promise.all([
  makeRecordTargets(loner),
  makeRecordTargets(senior),
  makeTargets(stranger),
]);
const ofStranger = targets.records;

/** The operations whose bodies name the record that they are about. */
const aimedByBody: ReadonlySet<string> = new Set([
  'executeLeadConversion',
  'addCampaignMember',
  'searchCampaignMember',
  'searchCustomerTimeline',
]);

/** Operations on records that have an owner, and on their parts. Every caller sees all groups and mails, and all people. */
const ofRecords = all.filter(([, { path }]) => isOfRecords(path));
const owned = ofRecords.filter(([, { path }]) => !/^\/api\/v1\/(?:customer\/group|maktemail)\//.test(path));
const aimed = owned.filter(
  ([name, { path, method }]) => path.includes('{') || method === 'put' || aimedByBody.has(name),
);
const searching = owned.filter(([name]) => name.startsWith('search') && !aimedByBody.has(name));
const referring = ofRecords.filter(([name, { body }]) => /^(create|update)/.test(name) && body !== undefined);

function asked(operation: Endpoint, person: Person, records: RecordTargets): Asked {
  return { ...rightRequest(operation, { ...targets, records }), token: person.token };
}

describe('a record', () => {
  test.each(aimed)(
    '%s does not know what another person or another team owns, in the words for what is not there',
    async (_, operation) => {
      const absent = await judged(asked(operation, stranger, absentTargets()));
      expect([absent.status, absent.body.errorCode]).toEqual([404, 'not_found']);
      for (const [person, records] of [
        [loner, ofSenior],
        [loner, ofStranger],
        [mate, ofStranger],
      ] as const) {
        const hidden = await judged(asked(operation, person, records));
        expect([hidden.status, hidden.body.errorCode]).toEqual([404, 'not_found']);
        expect(hidden.body.message).toBe(absent.body.message);
      }
    },
  );

  test.each(aimed)("%s knows what is the caller's own, and its team's", async (_, operation) => {
    const fresh = (person: Person, records: RecordTargets) =>
      isFinal(operation) ? makeRecordTargets(person) : records;
    const answers = [
      await judged(asked(operation, loner, await fresh(loner, ofLoner))),
      await judged(asked(operation, mate, await fresh(senior, ofSenior))),
      await judged(asked(operation, mate, await fresh(loner, ofLoner))),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('a search', () => {
  test.each(searching)('%s finds what the caller sees and nothing else', async (_, operation) => {
    const found = async (person: Person): Promise<string> => {
      const answer = await judged({ ...asked(operation, person, ofLoner), body: { pageSize: 200 } });
      return JSON.stringify(answer.body.data);
    };
    const id = (records: RecordTargets) => recordOf(operation, records);
    const seenBy = [await found(loner), await found(mate), await found(senior)];
    const ids = [ofLoner, ofSenior, ofStranger].map(id);
    expect(seenBy.map((text) => ids.map((one) => text.includes(one)))).toEqual([
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ]);
  });
});

test('counts and sums are of what the caller sees', async () => {
  const dataOf = async <T>(name: string, person: Person): Promise<T> => {
    const operation = all.find(([one]) => one === name)?.[1] ?? expect.fail(`There is no ${name}.`);
    return (await judged(asked(operation, person, ofLoner))).body.data as T;
  };
  const counts = [];
  for (const person of [loner, mate, senior]) {
    const customers = await dataOf<{ totalCount: number }>('searchCustomer', person);
    const deals = await dataOf<{ totalCount: number }>('searchOpportunity', person);
    const { customerCount } = await dataOf<{ customerCount: number }>('getSummary', person);
    const { stages } = await dataOf<{ stages: { count: number }[] }>('getPipeline', person);
    expect(customerCount).toBe(customers.totalCount);
    expect(stages.reduce((sum, { count }) => sum + count, 0)).toBe(deals.totalCount);
    counts.push(deals.totalCount);
  }
  expect(counts).toEqual([...new Set(counts)].toSorted((one, other) => one - other));
});

describe('a reference', () => {
  test.each(referring)(
    '%s refuses one to a record that is not there or that the caller does not see, and names it',
    async (_, operation) => {
      const request = asked(operation, loner, ofLoner);
      const rows = referencesOf(operation).flatMap(({ member, isList, kind }) =>
        Object.entries({ absent: missingId, hidden: ofSenior[kind] }).flatMap(([name, id]): Row[] => {
          const body = { ...(request.body as object), [member]: isList ? [id] : id };
          const isSeenByAll = name === 'hidden' && kind === 'CustomerGroup';
          const refused = { status: 400, code: 'validation_failed', at: member };
          return isSeenByAll ? [] : [{ name: `${member} ${name}`, asked: { ...request, body }, ...refused }];
        }),
      );
      await expectAll(rows);
    },
  );
});

/** The record of the kind that the operation is about. */
function recordOf({ operationId }: Endpoint, records: RecordTargets): string {
  // Operations are named after the kinds.
  return records[operationId.replace(/^search/, '') as keyof RecordTargets];
}

/** Ids of each kind that no record has. */
function absentTargets(): RecordTargets {
  const idOf = (kind: string): string => (kind === 'CampaignMember' ? '2147483647' : missingId);
  // It has the keys of the others.
  return Object.fromEntries(Object.keys(ofLoner).map((kind) => [kind, idOf(kind)])) as unknown as RecordTargets;
}
