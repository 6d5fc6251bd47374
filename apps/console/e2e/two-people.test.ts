import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { labelOf } from '../src/words/labels.ts';
import { signedInWindow, withBrowser } from './console-window.ts';
import { Deed } from './deeds.ts';
import { newCompany, type Company } from './people.ts';
import { OtherHand } from './records.ts';

withBrowser();

interface Sides {
  readonly base: string | number;
  readonly mine: string | number;
  readonly theirs: string | number;
}

/** Members of six types; region is a custom field. */
const members = {
  name: { base: 'Engine', mine: 'My engine', theirs: 'Their engine' },
  amount: { base: 10, mine: 20.5, theirs: 30 },
  source: { base: 'web', mine: 'coldCall', theirs: 'partner' },
  expectedCloseDate: { base: '2027-01-31', mine: '2027-02-28', theirs: '2027-03-31' },
  description: { base: 'One\nline', mine: 'My\nlines', theirs: 'Their\nlines' },
  region: { base: 'North', mine: 'East', theirs: 'West' },
} as const satisfies Readonly<Record<string, Sides>>;

type Member = keyof typeof members;
const names = Object.keys(members) as Member[];

/** The model: what two people make of one member, the value that it has in the end, and the side that I choose. */
const ways: readonly ((sides: Sides) => Sides & { readonly end: unknown; readonly chosen?: 'Mine' | 'Theirs' })[] = [
  ({ base }) => ({ base, mine: base, theirs: base, end: base }),
  ({ base, mine }) => ({ base, mine, theirs: base, end: mine }),
  ({ base, theirs }) => ({ base, mine: base, theirs, end: theirs }),
  ({ base, mine }) => ({ base, mine, theirs: mine, end: mine }),
  (sides) => ({ ...sides, end: sides.mine, chosen: 'Mine' }),
  (sides) => ({ ...sides, end: sides.theirs, chosen: 'Theirs' }),
];

type Combination = ReturnType<typeof combinationOf>;

/** Each way of one of three members meets each way of the two others. Three more members follow one way behind. */
const combinations = ways.flatMap((_, one) => ways.map((__, other) => combinationOf([one, other, one + other])));

function combinationOf(three: readonly number[]) {
  return eachMember((name) => {
    const index = names.indexOf(name);
    const way = (three[index % 3] ?? 0) + Math.floor(index / 3);
    return (ways[way % ways.length] ?? fail)(members[name]);
  });
}

let company: Company;
let hand: OtherHand;

beforeAll(async () => {
  company = await newCompany();
  hand = await OtherHand.of(company, company.owner);
  await hand.create('custom-field', { module: 'opportunities', key: 'region', label: 'Region', fieldType: 'text' });
});

test('of two people who change one record, each keeps what the other did not change, and one chooses between the rest', async () => {
  const customerId = await hand.create('customer', { name: 'Mills' });
  const id = await hand.create('opportunity', { name: 'Engine', customerId });
  const put = ({ region, ...own }: Record<Member, unknown>) =>
    hand.update('opportunity', { id, customerId, ...own, customFields: [{ key: 'region', value: region }] });
  const { page, expected } = await signedInWindow(company.owner);
  expected.push(/409/);
  await page.goto(`/console/opportunities/${id}`);
  for (const combination of combinations) {
    await put(eachMember((name) => combination[name].base));
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = await new Deed(page).type('Edit opportunity', typedIn(combination));
    await put(eachMember((name) => combination[name].theirs));
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await choose(page, combination);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const { customFields, ...own } = await hand.get('opportunity', id);
    const [region] = customFields as readonly { readonly value: unknown }[];
    const record: Readonly<Record<string, unknown>> = { ...own, region: region?.value };
    expect(eachMember((name) => ({ ...combination[name], end: record[name] }))).toEqual(combination);
  }
});

/** My changes, by labels. */
function typedIn(combination: Combination): Readonly<Record<string, string>> {
  const changed = names.filter((name) => combination[name].mine !== combination[name].base);
  return Object.fromEntries(changed.map((name) => [labelOf(name), String(combination[name].mine)]));
}

/** The dialog asks about the members alone that both of us changed to different values. */
async function choose(page: Page, combination: Combination): Promise<void> {
  const disputed = names.filter((name) => combination[name].chosen !== undefined);
  if (disputed.length > 0) {
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed this' });
    for (const name of disputed) {
      const side = dialog.getByRole('group', { name: labelOf(name), exact: true }).getByRole('radio', {
        name: new RegExp(`^${combination[name].chosen}: `),
      });
      await side.check();
    }
    expect(await dialog.getByRole('group').count()).toBe(disputed.length);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  }
}

function eachMember<T>(of: (name: Member) => T): Record<Member, T> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Member, T>;
}

function fail(): never {
  throw new Error('There is no such way.');
}
