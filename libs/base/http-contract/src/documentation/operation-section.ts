import { codeExamples } from './code-examples.ts';
import type { Answer, Content, LocatedOperation, Operation, Schema } from './document.ts';
import { html, inline, paragraphs, type Markup } from './markup.ts';
import { membersOf, memberTable, nameOf, typeOf } from './schema-sections.ts';

export function operationSection(located: LocatedOperation, schemas: Schemas): Markup {
  const { method, path, operation } = located;
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return html`<section id="${operationId}" class="operation">
    <h3>${summary}</h3>
    <p class="address"><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code></p>
    ${paragraphs(description)}
    <p class="access">${accessOf(operation)}</p>
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
            ${parameterTable(parameters)}`
        : undefined
    }
    ${
      requestBody === undefined
        ? undefined
        : html`<h4>Body</h4>
            ${typesSection(requestBody.content)} ${bodyMembers(requestBody.content, schemas)}`
    }
    <h4>Example</h4>
    ${codeExamples(located)}
    <h4>Answers</h4>
    <dl>${Object.entries(responses).map(([status, answer]) => answerSection(status, answer))}</dl>
  </section> `;
}

type Schemas = Readonly<Record<string, Schema>>;

/** The members of a body stand where it is sent, so that its reader need not go elsewhere for them. */
function bodyMembers(content: Content, schemas: Schemas): Markup | undefined {
  const [{ schema } = {}] = Object.values(content);
  const body = schema?.$ref === undefined ? undefined : schemas[nameOf(schema.$ref)];
  const members = membersOf(body ?? {});
  return members.length === 0 ? undefined : memberTable(members);
}

function parameterTable(parameters: NonNullable<Operation['parameters']>): Markup {
  return memberTable(
    parameters.map(({ name, in: location, required = false, description, schema, example }) => ({
      name,
      isRequired: required,
      description:
        example === undefined ? description : `${description ?? ''} Example: \`${JSON.stringify(example)}\`.`,
      schema,
      location: `in the ${location}`,
    })),
  );
}

function accessOf({ security }: Operation): Markup {
  const scopes = security.flatMap((requirement) => requirement['clientCredentials'] ?? []);
  if (scopes.length > 0) {
    const named = scopes.map((scope) => html`<code>${scope}</code> `);
    return html`Needs an access token with the scope ${scopes.length > 1 ? 'that fits, one of ' : ''}${named}`;
  }
  return security.length > 0 ? html`Needs the id and the secret of a client.` : html`Open to every caller.`;
}

function answerSection(status: string, { description, content, headers, 'x-codes': codes }: Answer): Markup {
  const named = Object.keys(headers ?? {});
  return html`<dt>${status}</dt>
    <dd>
      ${codes === undefined ? inline(description) : codes.map((code) => html`<a href="#error-${code}"><code>${code}</code></a> `)}
      ${content === undefined || codes !== undefined ? undefined : contentSection(content)}
      ${named.length === 0 || codes !== undefined ? undefined : html`<div class="headers">Headers: ${named.map((name) => html`<code>${name}</code> `)}</div>`}
    </dd> `;
}

function contentSection(content: Content): Markup {
  const [{ example } = {}] = Object.values(content);
  return html`${typesSection(content)}
  ${example === undefined ? undefined : html`<pre>${JSON.stringify(example, null, 2)}</pre>`}`;
}

/** The media types of a body, those of one schema together. */
function typesSection(content: Content): Markup {
  const alike = Map.groupBy(Object.entries(content), ([, { schema }]) => JSON.stringify(schema));
  return html`${[...alike.values()].map((entries) => {
    const types = entries.map(([type], index) => html`${index === 0 ? '' : ', '}<code>${type}</code>`);
    return html`<div>${types}: ${typeOf(entries[0]?.[1].schema ?? {})}</div>`;
  })}`;
}
