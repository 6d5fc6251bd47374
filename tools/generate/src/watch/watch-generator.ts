import { services } from '@rapport/installation';
import { stringify } from 'yaml';
import { firstManagementPort } from '@rapport/local-platform';
import { rows, type Panel } from './panels.ts';

/** For `generate`: what Prometheus and Grafana on the reader's machine begin with. */
export const watchGenerator = {
  name: 'files for Prometheus and Grafana',
  run: async (): Promise<Record<string, string>> => ({
    'docs/operators/watch/prometheus.yml': scrapeFile(),
    'charts/rapport/files/dashboard.json': `${JSON.stringify(dashboard(), null, 2)}\n`,
  }),
};

/** One process of each service, on the ports that `up` gives the first platform of a machine. */
function scrapeFile(): string {
  const names = ['edge', ...services.map(({ name }) => name)];
  return stringify({
    global: { scrape_interval: '5s', evaluation_interval: '5s' },
    rule_files: ['../../../charts/rapport/files/alerts.yaml'],
    scrape_configs: [
      {
        job_name: 'rapport',
        static_configs: names.map((name, index) => ({
          targets: [`127.0.0.1:${firstManagementPort + index}`],
          labels: { instance: `${name}-1` },
        })),
      },
    ],
  });
}

const width = 24;
const perRow = 2;
const height = 8;

function dashboard(): object {
  const panels: object[] = [];
  let y = 0;
  for (const [title, shown] of Object.entries(rows)) {
    panels.push({ id: panels.length + 1, type: 'row', title, gridPos: { x: 0, y, w: width, h: 1 }, panels: [] });
    y += 1;
    for (const [index, panel] of shown.entries()) {
      const x = (index % perRow) * (width / perRow);
      const at = { x, y: y + Math.floor(index / perRow) * height, w: width / perRow, h: height };
      panels.push(plot(panel, panels.length + 1, at));
    }
    y += Math.ceil(shown.length / perRow) * height;
  }
  return {
    uid: 'rapport',
    title: 'Rapport',
    schemaVersion: 39,
    time: { from: 'now-1h', to: 'now' },
    refresh: '10s',
    templating: { list: [datasources, namespaces] },
    panels,
  };
}

const datasource = { type: 'prometheus', uid: '${datasource}' };
const datasources = { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' };
const namespaces = {
  name: 'namespace',
  type: 'query',
  label: 'Namespace',
  datasource,
  query: 'label_values(database_connections, namespace)',
  refresh: 2,
  includeAll: true,
  allValue: '.*',
  current: { text: 'All', value: '$__all' },
};

function plot({ title, unit, lines }: Panel, id: number, gridPos: object): object {
  const targets = Object.entries(lines).map(([legendFormat, expr], index) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + index),
    datasource,
    expr,
    legendFormat,
  }));
  return {
    id,
    type: 'timeseries',
    title,
    gridPos,
    datasource,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets,
  };
}
