import type { RunningPlatform } from '@rapport/testbed';
import pg from 'pg';

/** A word in three of ten names, and one in twenty names at all. */
export const commonWord = 'ticaret';
export const rareWord = 'kuyumcukent';

export interface People {
  readonly own: string;
  readonly team: string;
  readonly teamId: string;
}

export interface Crowd {
  readonly rareGroupId: string;
  readonly rareCustomerId: string;
}

const ownersMax = 150;
const teamsMax = 10;

/**
 * So many customers, contacts, leads and activities, and a tenth as many opportunities, of 150 owners in ten teams. Few
 * words are in many names, and many words in few, as in texts of people.
 */
export async function addCrowd(
  platform: RunningPlatform,
  schema: string,
  people: People,
  records: number,
): Promise<Crowd> {
  const client = await platform.connect('administrator');
  const tables = pg.escapeIdentifier(schema);
  try {
    await client.query(`set maintenance_work_mem = '512MB'`);
    await client.query(`set search_path = ${tables}`);
    await client.query('create temporary table words as select $1::text[] as list', [vocabulary()]);
    await client.query(
      `create temporary table owner as
       select n, case n when 1 then $1::uuid when 2 then $2::uuid else uuidv7() end as id,
         case when n % ${teamsMax} = 2 then $3::uuid else ('00000000-0000-4000-8000-00000000000' || n % ${teamsMax})::uuid end as team_id
       from generate_series(1, ${ownersMax}) n`,
      [people.own, people.team, people.teamId],
    );
    // The index is made once behind all rows, which takes a tenth of the time.
    await client.query('drop index search_text_words');
    for (const insertion of insertions) {
      await client.query(insertion, [records]);
    }
    await client.query(`create index search_text_words on search_text
      using gin (resource, folded cell.gin_trgm_ops) with (gin_pending_list_limit = 512)`);
    for (const table of ['customer', 'contact', 'lead', 'opportunity', 'activity', 'search_text']) {
      await client.query(`vacuum analyze ${table}`);
    }
    const { rows } = await client.query<Crowd>(
      `select customer_group_id as "rareGroupId", (select id from customer where code = 'B-4711') as "rareCustomerId"
       from customer where customer_group_id is not null order by code limit 1`,
    );
    const [crowd] = rows;
    if (!crowd) {
      throw new Error('The tenant has no records.');
    }
    return crowd;
  } finally {
    await client.end();
  }
}

/** Two thousand words of syllables. */
function vocabulary(): string[] {
  const syllables = ['ka', 'şi', 'ma', 'lı', 'ör', 'ne', 'gü', 'te', 'ra', 'pa', 'zi', 'do', 'be', 'çe'];
  const words = [];
  for (let n = 0; words.length < 2_000; n += 1) {
    const at = (place: number): string => syllables[Math.floor(n / syllables.length ** place) % syllables.length] ?? '';
    words.push(`${at(0)}${at(1)}${at(2)}${n % 3 === 0 ? at(1) : ''}`);
  }
  return words;
}

/** A word whose place is small comes often. */
const aWord = 'words.list[1 + floor(2000 * power(random(), 4))::int]';
const aName = `initcap(${aWord} || ' ' || ${aWord}) || case when random() < 0.3 then ' ${commonWord}' else '' end
  || case when n.n % greatest($1 / 20, 1) = 0 then ' ${rareWord}' else '' end`;
const many = `generate_series(1, $1::int) n (n) join owner on owner.n = 1 + n.n % ${ownersMax} cross join words`;
const at = `now() - interval '1 year' + n.n * interval '20 seconds'`;
const standard = `owner.id, owner.team_id, 1, ${at}, ${at}`;
const standardColumns = 'owner_user_id, team_id, version, created_on, last_modified_on';

const insertions = [
  `insert into customer (id, code, name, email, email_key, phone, tax_number, customer_type, customer_group_id, is_active, ${standardColumns})
   select uuidv7(), 'B-' || n.n, ${aName}, 'k' || n.n || '@bench.example', 'k' || n.n || '@bench.example', '+90 212 ' || 1000000 + n.n, (1000000000 + n.n)::text,
     case when n.n % 1000 = 0 then 'prospect' when n.n % 10 = 0 then 'supplier' else 'customer' end,
     case when n.n % 50 = 0 then ('00000000-0000-4000-9000-' || lpad((n.n % 10000)::text, 12, '0'))::uuid end, n.n % 7 > 0, ${standard}
   from ${many}`,
  `insert into contact (id, first_name, last_name, email, email_key, customer_id, ${standardColumns})
   select uuidv7(), initcap(${aWord}), ${aName}, 'm' || n.n || '@bench.example', 'm' || n.n || '@bench.example', customer.id, ${standard}
   from ${many} left join customer on customer.code = 'B-' || (1 + n.n / 3)`,
  `insert into lead (id, last_name, company_name, email, email_key, status, source, ${standardColumns})
   select uuidv7(), initcap(${aWord}), case when n.n % 4 > 0 then ${aName} end, 'l' || n.n || '@bench.example', 'l' || n.n || '@bench.example',
     case when n.n % 500 = 0 then 'qualified' when n.n % 5 = 0 then 'contacted' else 'new' end,
     case when n.n % 1000 = 0 then 'referral' else 'web' end, ${standard}
   from ${many}`,
  `insert into opportunity (id, name, customer_id, amount, currency, stage, probability, expected_close_date, ${standardColumns})
   select uuidv7(), ${aName}, customer.id, n.n % 10000, case when n.n % 3 = 0 then 'EUR' else 'TRY' end,
     case n.n % 6 when 0 then 'proposal' when 1 then 'closedWon' else 'prospecting' end, 50, current_date + n.n % 300, ${standard}
   from (select n from generate_series(1, $1::int / 10) n) n (n) join owner on owner.n = 1 + n.n % ${ownersMax}
     cross join words left join customer on customer.code = 'B-' || n.n`,
  `insert into activity (id, subject, activity_type, status, due_on, customer_id, ${standardColumns})
   select uuidv7(), ${aName}, case when n.n % 1000 = 0 then 'visit' when n.n % 3 = 0 then 'call' else 'task' end,
     case when n.n % 20 = 0 then 'plan' else 'completed' end, case when n.n % 3 > 0 then ${at} + interval '300 days' end,
     customer.id, ${standard}
   from ${many} left join customer on customer.code = 'B-' || (1 + n.n / 2)`,
  `insert into search_text (resource, record_id, folded)
   select 1, id, cell.search_text(code, name, email, phone, tax_number) from customer where $1::int > 0
   union all select 2, id, cell.search_text(first_name, last_name, email, phone, mobile_phone) from contact
   union all select 3, id, cell.search_text(first_name, last_name, company_name, email, phone, mobile_phone) from lead
   union all select 4, id, cell.search_text(name) from opportunity
   union all select 5, id, cell.search_text(subject) from activity`,
];
