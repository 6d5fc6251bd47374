import { textPatterns } from '@rapport/members/fields';
import type { Schema } from './document.ts';
import { html, inline, type Markup } from './markup.ts';

/** A table of members or of parameters. */
export function memberTable(rows: readonly Member[]): Markup {
  return html`<div class="wide">
    <table>
      <tbody>
        ${rows.map(memberRow)}
      </tbody>
    </table>
  </div>`;
}

export interface Member {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  readonly schema: Schema;
  readonly location?: string;
}

/** The members of a schema. Those that a body may have and that change nothing are the last. */
export function membersOf({ properties = {}, required = [] }: Schema): Member[] {
  const members = Object.entries(properties).map(([name, schema]) => ({
    name,
    isRequired: required.includes(name),
    description: schema.description,
    schema,
  }));
  const isLast = ({ schema }: Member): number => (schema.readOnly === true ? 1 : 0);
  return members.toSorted((one, other) => isLast(one) - isLast(other));
}

export function schemaSection(name: string, schema: Schema): Markup {
  const members = membersOf(schema);
  return html`<section id="schema-${name}">
    <h3>${name}</h3>
    ${schema.description === undefined ? undefined : html`<p>${inline(schema.description)}</p>`}
    ${members.length > 0 ? memberTable(members) : html`<div>${typeOf(schema)}</div>`}
    ${schema.examples?.map((example) => html`<pre>${JSON.stringify(example, null, 2)}</pre>`)}
  </section> `;
}

/** The type of a value, with a link where it is a schema of its own. */
export function typeOf(schema: Schema): Markup {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    return html`${choices.map((choice, index) => html`${index === 0 ? '' : ' or '}${typeOf(choice)}`)}`;
  }
  if (schema.const !== undefined || schema.enum !== undefined) {
    const values = schema.enum ?? [schema.const];
    return html`${values.map((value, index) => html`${index === 0 ? '' : ', '}<code>${JSON.stringify(value)}</code>`)}`;
  }
  if (schema.items !== undefined) {
    return html`array of ${typeOf(schema.items)}`;
  }
  if (schema.type === 'object' && schema.properties !== undefined) {
    return memberTable(membersOf(schema));
  }
  return html`${[schema.type ?? 'anything'].flat().join(' or ')}${schema.format === undefined ? '' : ` (${schema.format})`}`;
}

/** The name of the schema to which a reference leads. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function memberRow({ name, isRequired, description, schema, location }: Member): Markup {
  const bounds = boundsOf(schema);
  return html`<tr>
    <th scope="row"><code>${name}</code>${isRequired ? html` <em>required</em>` : undefined}</th>
    <td>
      <span class="type">${typeOf(schema)}</span
      >${location === undefined ? '' : html` <span class="location">${location}</span>`}
      ${bounds === '' ? undefined : html`<span class="bounds">${bounds}</span>`}
      ${description === undefined ? undefined : html`<div>${inline(description)}</div>`} ${patternOf(schema)}
    </td>
  </tr> `;
}

function boundsOf(schema: Schema): string {
  const { readOnly, minLength, maxLength, minimum, maximum, maxItems } = schema;
  const bounds: readonly (string | undefined)[] = [
    readOnly === true ? 'read-only' : undefined,
    minLength === 1 ? 'not empty' : undefined,
    maxLength === undefined ? undefined : `at most ${maxLength} characters`,
    minimum === undefined ? undefined : `at least ${minimum}`,
    maximum === undefined ? undefined : `at most ${maximum}`,
    maxItems === undefined ? undefined : `at most ${maxItems} items`,
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ];
  return bounds.filter((bound) => bound !== undefined).join(', ');
}

/** Patterns of plain texts, which the introduction has in words. */
const everydayPatterns: ReadonlySet<string> = new Set([textPatterns.any, textPatterns.notBlank]);

function patternOf({ pattern }: Schema): Markup | undefined {
  return pattern === undefined || everydayPatterns.has(pattern)
    ? undefined
    : html`<details>
        <summary>pattern</summary>
        <code class="pattern">${pattern}</code>
      </details>`;
}
