import { counts, each, ownerOf, pick, shuffled } from './sample-records.ts';
import { salesTeam } from './sales-team.ts';
import { campaigns as planned } from './words.ts';

const sellers = salesTeam.length - 1;
const dayMs = 86_400_000;

/** The statuses of contacts in a campaign that has begun, in turns. */
const statuses = ['sent', 'opened', 'responded', 'clicked', 'sent', 'optedOut'] as const;

/** The campaigns of a year around today, with the places of their members: contacts and leads of the campaign's own salesperson. */
export function campaigns(today: Date) {
  return planned.map(({ name, campaignType, beginsInDays, lastsDays }, index) => {
    const start = today.getTime() + beginsInDays * dayMs;
    const end = start + lastsDays * dayMs;
    const status = statusBetween(start, end, today.getTime());
    const placesOf = (count: number, all: number): number[] =>
      each(count, (member) => (index % sellers) + sellers * ((index * 5 + member) % Math.floor(all / sellers)));
    return {
      owner: ownerOf(index),
      body: {
        name,
        campaignType,
        status,
        startDate: dateOf(start),
        endDate: dateOf(end),
        budget: 1_500 + (shuffled(index, 30) % 20) * 250,
        currency: 'EUR',
      },
      members: {
        contacts: placesOf(18, counts.customers).map((place, member) => ({
          place,
          status: status === 'planned' ? ('added' as const) : pick(statuses, member),
        })),
        leads: placesOf(6, counts.leads),
      },
    };
  });
}

function statusBetween(start: number, end: number, now: number): 'completed' | 'active' | 'planned' {
  return end < now ? 'completed' : start < now ? 'active' : 'planned';
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
