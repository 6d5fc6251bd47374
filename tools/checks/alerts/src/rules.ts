import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@rapport/local-platform/project';
import { parse } from 'yaml';

/** An alert whose expression has a value, with the labels of that value. */
export type Held = Readonly<Record<string, string>> & { readonly alert: string };

/** The alerts of the chart, and a Prometheus that is asked their expressions, without the times for which they stay. */
export class Rules {
  readonly expressions: Readonly<Record<string, string>>;
  readonly #prometheusUrl: string;

  private constructor(expressions: Readonly<Record<string, string>>, prometheusUrl: string) {
    this.expressions = expressions;
    this.#prometheusUrl = prometheusUrl;
  }

  static async read(prometheusUrl: string): Promise<Rules> {
    const text = await readFile(join(projectRoot, 'charts/rapport/files/alerts.yaml'), 'utf8');
    const { groups } = parse(text) as { groups: { rules: { alert: string; expr: string }[] }[] };
    const all = groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert.replace('Rapport', ''), expr]));
    return new Rules(Object.fromEntries(all) as Record<string, string>, prometheusUrl);
  }

  /** The alerts whose expressions have a value now, once for each value. */
  async held(): Promise<Held[]> {
    const held = Object.entries(this.expressions).map(async ([alert, expr]) =>
      (await this.ask(expr)).map((labels): Held => ({ ...labels, alert })),
    );
    return (await Promise.all(held)).flat();
  }

  /** The labels of each value that the expression has now. */
  async ask(query: string): Promise<Readonly<Record<string, string>>[]> {
    const asked = { method: 'POST', body: new URLSearchParams({ query }) };
    const answer = await fetch(`${this.#prometheusUrl}/api/v1/query`, asked);
    if (!answer.ok) {
      throw new Error(`Prometheus refuses ${query}: ${await answer.text()}`);
    }
    const { data } = (await answer.json()) as { data: { result: { metric: Record<string, string> }[] } };
    return data.result.map(({ metric }) => metric);
  }
}
