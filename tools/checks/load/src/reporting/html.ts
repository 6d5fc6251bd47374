import { figuresOf, processorOverTime, ratesOf, slowestOf } from '../judging/over-time.ts';
import { roomOf } from '../judging/room.ts';
import { chartOf, type Chart } from './chart.ts';
import { escaped } from './escaped.ts';
import type { LoadResult } from './result.ts';
import { roomTable, timesTable } from './tables.ts';

/** One page that needs nothing else: what was promised, what came, and what the platform did meanwhile. */
export function htmlOf(result: LoadResult): string {
  const { workload, profile, begunAt, seconds, replicas, verdict, reason, findings, metrics, moments } = result;
  const several = Object.entries(replicas).map(([name, count]) => `${name} ${count}`);
  const facts = [`profile ${profile}`, begunAt, `${seconds.toFixed(0)} s`, ...several].join(' · ');
  const rows = findings.map(
    ({ promised, came, holds }) =>
      `<tr class="${holds ? 'holds' : 'broken'}"><td>${holds ? 'yes' : 'NO'}</td><td>${escaped(promised)}</td><td>${escaped(came)}</td></tr>`,
  );
  const isWatched = moments.some(({ processes }) => processes.length > 0);
  const meanwhile = isWatched
    ? `${roomTable(roomOf(moments))}\n${chartsOf(result).map(chartOf).join('\n')}`
    : notWatched;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(workload)}: ${verdict}</title>
<style>${style}</style></head><body>
<h1>${escaped(workload)} <span class="${verdict}">${verdict}</span></h1>
<p>${escaped(facts)}</p>${reason === null ? '' : `<p><strong>${escaped(reason)}</strong></p>`}
<h2>What was promised</h2>
<table><tr><th>holds</th><th>promise</th><th>came</th></tr>${rows.join('\n')}</table>
<h2>Times</h2>${timesTable(metrics)}
<h2>Meanwhile</h2>${meanwhile}
</body></html>
`;
}

function chartsOf({ moments }: LoadResult): Chart[] {
  const megabyte = 1_048_576;
  return [
    { title: 'Answers of all services', unit: '/s', series: new Map([['answers', ratesOf(moments)]]) },
    {
      title: 'Time within which 99 of 100 answers were given, as the services measure it',
      unit: 'ms',
      series: new Map([['p99', slowestOf(moments)]]),
    },
    { title: 'Processor', unit: '% of one', series: processorOverTime(moments) },
    {
      title: 'Memory that is a process’s own',
      unit: 'MB',
      series: figuresOf(moments, ({ memoryBytes }) => memoryBytes / megabyte),
    },
    {
      title: 'Event loop, p99 of its lag',
      unit: 'ms',
      series: figuresOf(moments, ({ eventLoopLagMs }) => eventLoopLagMs),
    },
    {
      title: 'Waiting for a connection to PostgreSQL, or for a turn among the writes of a tenant',
      unit: '',
      series: figuresOf(moments, ({ waitingForDatabase }) => waitingForDatabase),
    },
    {
      title: 'Limits that a process held for itself, because Redis was away',
      unit: '',
      series: figuresOf(moments, ({ insured }) => insured),
    },
  ];
}

const notWatched = '<p>The processes run on another machine, so they were not watched.</p>';

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2rem .6rem;text-align:left}
.passed{color:#16a34a}.failed,.broken td:first-child{color:#dc2626}.void{color:#b45309}
figure{margin:1rem 0}figcaption{font-weight:600}svg text{font:10px sans-serif}
.legend span{margin-right:1rem}.legend i{display:inline-block;width:.8rem;height:.8rem;margin-right:.3rem}`;
