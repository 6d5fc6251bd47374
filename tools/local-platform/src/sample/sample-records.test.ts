import { expect, test } from 'vitest';
import { campaigns } from './sample-campaigns.ts';
import { activities, contacts, counts, customers, leads, notes, opportunities } from './sample-records.ts';
import { salesTeam } from './sales-team.ts';
import { groups } from './words.ts';

const today = new Date('2026-03-01T10:00:00Z');
const withinYearMs = 184 * 86_400_000;

test('the records of the sample have names and external ids of their own, and owners of the team', () => {
  expect(new Set(customers().map(({ body }) => body.name)).size).toBe(counts.customers);
  const all = [...customers(), ...contacts(), ...leads(), ...opportunities(today)];
  expect(new Set(all.map(({ body }) => body.externalId)).size).toBe(all.length);
  const sellers = salesTeam.filter(({ role }) => role === 'salesperson').map(({ email }) => email);
  expect(new Set(all.map(({ owner }) => owner))).toEqual(new Set(sellers));
  expect(new Set(contacts().map(({ customer }) => customer)).size).toBe(counts.customers);
});

test('expected close dates lie over a year around today, and what is past is closed', () => {
  const deals = opportunities(today);
  const times = deals.map(({ body }) => Date.parse(body.expectedCloseDate) - today.getTime());
  expect(Math.max(...times.map(Math.abs))).toBeLessThan(withinYearMs);
  expect(times.filter((ms) => ms > 0).length).toBeGreaterThan(counts.opportunities / 3);
  for (const [index, { stage, lostReason }] of deals.entries()) {
    expect(stage.startsWith('closed')).toBe((times[index] ?? 0) < 0);
    expect(lostReason !== undefined).toBe(stage === 'closedLost');
  }
  expect(new Set(deals.map(({ stage }) => stage)).size).toBe(6);
});

test('activities lie over the same year, and what is to come is planned', () => {
  const planned = activities(today).filter(({ body }) => body.status === 'plan');
  expect(planned.length).toBeGreaterThan(counts.activities / 3);
  expect(planned.some(({ body }) => Date.parse(body.dueOnUtc) < today.getTime())).toBe(true);
  for (const { body } of activities(today)) {
    expect(Math.abs(Date.parse(body.startOnUtc) - today.getTime())).toBeLessThan(withinYearMs);
    expect(body.endOnUtc > body.startOnUtc).toBe(true);
    expect(body.status === 'completed' && Date.parse(body.startOnUtc) > today.getTime()).toBe(false);
  }
});

test('every group has customers, and stands behind the one above it', () => {
  expect(new Set(customers().map(({ group }) => group))).toEqual(new Set(groups.map(({ name }) => name)));
  for (const [index, { above }] of groups.entries()) {
    expect([null, ...groups.slice(0, index).map(({ name }) => name)]).toContain(above);
  }
});

test('campaigns have begun, run and are to come, and their members belong to the same salesperson, each once', () => {
  const all = campaigns(today);
  expect(new Set(all.map(({ body }) => body.status))).toEqual(new Set(['completed', 'active', 'planned']));
  for (const { owner, body, members } of all) {
    const now = today.toISOString();
    expect(body.status).toBe(body.endDate < now ? 'completed' : body.startDate < now ? 'active' : 'planned');
    for (const [places, records] of [
      [members.contacts.map(({ place }) => place), contacts()],
      [members.leads, leads()],
    ] as const) {
      expect(new Set(places).size).toBe(places.length);
      expect(new Set(places.map((place) => records[place]?.owner))).toEqual(new Set([owner]));
    }
    const isAdded = members.contacts.map(({ status }) => status === 'added');
    expect(new Set(isAdded)).toEqual(new Set([body.status === 'planned']));
  }
});

test('notes say something about many customers', () => {
  expect(new Set(notes().map(({ customer }) => customer)).size).toBeGreaterThan(counts.notes / 2);
  expect(notes().every(({ body }) => body.subject !== '' && body.description.startsWith(body.subject))).toBe(true);
});

test('the same sample comes every day', () => {
  expect(customers()).toEqual(customers());
  expect(opportunities(today)).toEqual(opportunities(new Date(today)));
});
