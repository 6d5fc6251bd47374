import { salesTeam } from './sales-team.ts';
import {
  firstNames,
  firsts,
  groups,
  industries,
  jobs,
  kinds,
  lastNames,
  lostReasons,
  notes as texts,
  places,
  products,
} from './words.ts';

/** The number of each. Those of the first four fit into a minute of an API client. */
export const counts = {
  customers: 200,
  contacts: 210,
  leads: 60,
  opportunities: 120,
  activities: 240,
  notes: 60,
} as const;

const sources = ['web', 'referral', 'event', 'coldCall', 'partner', 'existingCustomer'] as const;
const stages = ['prospecting', 'qualification', 'proposal', 'negotiation'] as const;
const leadSteps = [null, 'contacted', 'nurturing', 'qualified', 'unqualified'] as const;
const activityTypes = ['call', 'meeting', 'email', 'task', 'visit'] as const;
const subjects = {
  call: 'Call about',
  meeting: 'Meeting on',
  email: 'Write about',
  task: 'Prepare',
  visit: 'Visit for',
} as const;

/** Another number for each record that is always the same, so that neighbours differ. */
export function shuffled(index: number, salt: number): number {
  return ((index + 1) * 7_919 + salt * 104_729) % 10_007;
}

export function pick<T>(all: readonly T[], number: number): T {
  // A list of the sample has at least one item, and the remainder is a place in it.
  return all[number % all.length] as T;
}

export function each<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** A day of the year around today: half of them are past. */
function dayOf(today: Date, index: number, count: number): Date {
  const days = Math.round(((index + 0.5) / count - 0.5) * 360);
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days));
}

/** The name by which the client knows the record, so that a second fill is an update. */
export function externalId(kind: 'customer' | 'contact' | 'lead' | 'opportunity', index: number): string {
  return `sample-${kind}-${index + 1}`;
}

/** Who of the team owns what belongs to a customer; the manager owns nothing. */
export function ownerOf(customer: number): string {
  return pick(salesTeam.slice(1), customer).email;
}

export function customers() {
  return each(counts.customers, (index) => {
    const kind = pick(kinds, Math.floor(index / firsts.length));
    const name = `${pick(firsts, index)} ${kind}`;
    const { currency, line1, ...place } = pick(places, shuffled(index, 1));
    const domain = `${name.toLowerCase().replaceAll(' ', '-')}.example`;
    return {
      owner: ownerOf(index),
      group: pick(groups, shuffled(index, 25)).name,
      body: {
        externalId: externalId('customer', index),
        name,
        customerType: shuffled(index, 2) % 5 === 0 ? 'prospect' : 'customer',
        email: `info@${domain}`,
        website: `https://www.${domain}`,
        industry: industries[kind],
        currency,
        address: { ...place, line1: `${line1} ${(shuffled(index, 3) % 90) + 1}` },
      },
    };
  });
}

function person(index: number) {
  return { firstName: pick(firstNames, shuffled(index, 4)), lastName: pick(lastNames, shuffled(index, 5)) };
}

/** Every customer has a contact, and some have two. */
export function contacts() {
  return each(counts.contacts, (index) => {
    const customer = index % counts.customers;
    const { firstName, lastName } = person(index);
    return {
      customer,
      owner: ownerOf(customer),
      body: {
        externalId: externalId('contact', index),
        firstName,
        lastName,
        ...pick(jobs, shuffled(index, 6)),
        email: `${firstName}.${lastName}.${index + 1}@contacts.example`.toLowerCase(),
        phone: `+49 30 5550 ${String(1_000 + index)}`,
        isPrimary: index < counts.customers,
      },
    };
  });
}

export function leads() {
  return each(counts.leads, (index) => {
    const { firstName, lastName } = person(index + counts.contacts);
    return {
      owner: ownerOf(index),
      step: pick(leadSteps, shuffled(index, 7)),
      body: {
        externalId: externalId('lead', index),
        firstName,
        lastName,
        companyName: `${lastName} & ${pick(lastNames, shuffled(index, 8) + 3)}`,
        email: `${firstName}.${lastName}.${index + 1}@leads.example`.toLowerCase(),
        source: pick(sources, shuffled(index, 9)),
        rating: pick(['hot', 'warm', 'cold'] as const, shuffled(index, 10)),
        estimatedValue: 1_000 + (shuffled(index, 11) % 40) * 500,
        currency: 'EUR',
      },
    };
  });
}

/** Those whose expected close date is past are closed, most of them won. */
export function opportunities(today: Date) {
  return each(counts.opportunities, (index) => {
    const customer = shuffled(index, 12) % counts.customers;
    const day = dayOf(today, index, counts.opportunities);
    const isLost = shuffled(index, 13) % 3 === 0;
    const closed = isLost ? ('closedLost' as const) : ('closedWon' as const);
    return {
      customer,
      owner: ownerOf(customer),
      stage: day < today ? closed : pick(stages, shuffled(index, 14)),
      lostReason: day < today && isLost ? pick(lostReasons, shuffled(index, 15)) : undefined,
      body: {
        externalId: externalId('opportunity', index),
        name: pick(products, shuffled(index, 16)),
        amount: 2_000 + (shuffled(index, 17) % 200) * 250,
        currency: 'EUR',
        expectedCloseDate: day.toISOString().slice(0, 'YYYY-MM-DD'.length),
        source: pick(sources, shuffled(index, 18)),
      },
    };
  });
}

/** An activity due by today is done, with few exceptions; every second one is about an opportunity. */
export function activities(today: Date) {
  return each(counts.activities, (index) => {
    const activityType = pick(activityTypes, shuffled(index, 19));
    const opportunity = index % 2 === 0 ? shuffled(index, 20) % counts.opportunities : undefined;
    const customer = shuffled(index, 21) % counts.customers;
    const start = new Date(dayOf(today, index, counts.activities).getTime() + (8 + (index % 9)) * 3_600_000);
    const isDone = start < today && shuffled(index, 22) % 10 !== 0;
    return {
      customer,
      opportunity,
      body: {
        subject: `${subjects[activityType]} ${pick(products, shuffled(index, 23)).toLowerCase()}`,
        activityType,
        status: isDone ? ('completed' as const) : ('plan' as const),
        priority: pick(['normal', 'normal', 'high', 'low'] as const, shuffled(index, 24)),
        startOnUtc: start.toISOString(),
        endOnUtc: new Date(start.getTime() + 3_600_000).toISOString(),
        dueOnUtc: new Date(start.getTime() + 24 * 3_600_000).toISOString(),
      },
    };
  });
}

/** Things that were heard about a customer. */
export function notes() {
  return each(counts.notes, (index) => {
    const text = pick(texts, shuffled(index, 26));
    return {
      customer: shuffled(index, 27) % counts.customers,
      body: {
        subject: text.split(/[.,;]/, 1)[0] ?? text,
        activityType: 'note' as const,
        status: 'completed' as const,
        description: text,
      },
    };
  });
}
