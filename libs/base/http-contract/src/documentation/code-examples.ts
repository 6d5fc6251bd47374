import { html, type Markup } from './markup.ts';
import type { LocatedOperation } from './document.ts';
import { sentRequest, type SentRequest } from './sent-request.ts';

/** An operation's example, as three languages send it. BASE and TOKEN stand for what every caller has of its own. */
export function codeExamples(located: LocatedOperation): Markup {
  const request = sentRequest(located);
  return html`${languages.map(
    ([name, code], index) =>
      html`<details
        class="code"
        name="code-${located.operation.operationId}"
        data-language="${name}"
        ${index === 0 ? html` open` : undefined}
      >
        <summary>${name}</summary>
        <pre>${code(request)}</pre>
      </details>`,
  )}`;
}

const languages = [
  ['curl', inCurl],
  ['Python', inPython],
  ['TypeScript', inTypeScript],
] as const;

function inCurl({ method, address, headers, takesToken, body }: SentRequest): string {
  const implied = body.kind === 'none' ? 'GET' : 'POST';
  const pieces = [
    `curl --fail-with-body ${method === implied ? '' : method === 'HEAD' ? '--head ' : `-X ${method} `}"$BASE${address}"`,
    ...(takesToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...headers.map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
  ];
  switch (body.kind) {
    case 'none':
      break;
    case 'json':
      pieces.push("-H 'Content-Type: application/json'", `-d ${shell(JSON.stringify(body.value, null, 2))}`);
      break;
    case 'form':
      pieces.push(...body.fields.map(([name, value]) => `--data-urlencode ${shell(`${name}=${value}`)}`));
      break;
    case 'file':
      pieces.push(`-F ${shell(`${body.name}=@file.html`)}`);
  }
  return pieces.join(' \\\n  ');
}

function shell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function inPython({ method, address, headers, takesToken, body, reads }: SentRequest): string {
  const named = [
    ...(takesToken ? ['"Authorization": f"Bearer {TOKEN}"'] : []),
    ...headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ];
  const pieces = [
    `f"{BASE}${address.replaceAll(/[{}]/g, '$&$&')}"`,
    ...(named.length > 0 ? [`headers={${named.join(', ')}}`] : []),
  ];
  switch (body.kind) {
    case 'none':
      break;
    case 'json':
      pieces.push(`json=${pythonValue(body.value, '    ')}`);
      break;
    case 'form':
      pieces.push(`data=${pythonValue(Object.fromEntries(body.fields), '    ')}`);
      break;
    case 'file':
      pieces.push(`files={${JSON.stringify(body.name)}: open("file.html", "rb")}`);
  }
  const lines = [
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(`,
    ...pieces.map((piece) => `    ${piece},`),
    ')',
    'answer.raise_for_status()',
    ...(reads === 'nothing' ? [] : [`print(answer.${reads === 'json' ? 'json()' : 'text'})`]),
  ];
  return lines.join('\n');
}

/** Python writes the texts and numbers of JSON as JSON does, and its words in another way. */
function pythonValue(value: unknown, indent: string): string {
  const inner = `${indent}    `;
  if (Array.isArray(value)) {
    return value.length === 0
      ? '[]'
      : `[\n${value.map((item) => `${inner}${pythonValue(item, inner)},\n`).join('')}${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, member]) => `${inner}${JSON.stringify(name)}: ${pythonValue(member, inner)},\n`,
    );
    return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`;
  }
  return value === true ? 'True' : value === false ? 'False' : value === null ? 'None' : JSON.stringify(value);
}

function inTypeScript({ method, address, headers, takesToken, body, reads }: SentRequest): string {
  const named = [
    ...(takesToken ? ['Authorization: `Bearer ${TOKEN}`'] : []),
    ...headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    ...(body.kind === 'json' ? ["'Content-Type': 'application/json'"] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(named.length > 0 ? [`headers: { ${named.join(', ')} }`] : []),
  ];
  switch (body.kind) {
    case 'none':
      break;
    case 'json':
      options.push(`body: JSON.stringify(${JSON.stringify(body.value, null, 2).replaceAll('\n', '\n  ')})`);
      break;
    case 'form':
      options.push(`body: new URLSearchParams(${JSON.stringify(Object.fromEntries(body.fields))})`);
      break;
    case 'file':
      options.push('body: form');
  }
  const lines = [
    ...(body.kind === 'file'
      ? [
          "import { openAsBlob } from 'node:fs';",
          '',
          'const form = new FormData();',
          `form.set(${JSON.stringify(body.name)}, await openAsBlob('file.html'), 'file.html');`,
        ]
      : []),
    options.length === 0
      ? `const answer = await fetch(\`\${BASE}${address}\`);`
      : `const answer = await fetch(\`\${BASE}${address}\`, {\n${options.map((option) => `  ${option},\n`).join('')}});`,
    'if (!answer.ok) {',
    '  throw new Error(await answer.text());',
    '}',
    ...(reads === 'nothing' ? [] : [`console.log(await answer.${reads}());`]),
  ];
  return lines.join('\n');
}
