import { services } from '@rapport/installation';
import { libraryVariables, setByUp, type Setting, shownSettingsOf } from '@rapport/local-platform';
import { rows } from './rows.ts';

/** For `generate`: the page of every variable of every service. */
export const settingsGenerator = {
  name: 'page of settings',
  run: async (): Promise<Record<string, string>> => ({ 'docs/operators/settings.md': await settingsPage() }),
};

async function settingsPage(): Promise<string> {
  const all = await Promise.all(services.map(async ({ name }) => shownSettingsOf(name)));
  const [first = [], ...others] = all;
  const ofAll = first.filter(({ name }) => others.every((settings) => settings.some((each) => each.name === name)));
  const isOwn = ({ name }: Setting): boolean => !ofAll.some((each) => each.name === name);
  const sections = services.map((service, index) => {
    const own = (all[index] ?? []).filter(isOwn);
    return `## ${service.name}\n\n${table(own, setByUp(service), service.settings)}`;
  });
  const libraries = Object.entries(libraryVariables).map(([name, purpose]) => [`\`${name}\``, purpose]);
  return `${introduction}
## Every service

${table(ofAll, setByUp({ name: '', entry: '', secrets: [] }))}
${sections.join('\n')}
## What Node and libraries read

${rows(['variable', 'what it is for'], libraries)}`;
}

function table(
  settings: readonly Setting[],
  set: ReturnType<typeof setByUp>,
  ofUp: Readonly<Record<string, string>> = {},
): string {
  const cells = settings.map(({ name, takes, initial, isNeeded, purpose }) => [
    `\`${name}\``,
    takes,
    initial === undefined ? (isNeeded ? 'needed' : 'none') : `\`${initial}\``,
    purpose,
    Object.hasOwn(set, name) ? `sets it${set[name] === undefined ? '' : ` (\`${set[name]}\`)`}` : shown(ofUp[name]),
  ]);
  return rows(['variable', 'takes', 'default', 'what it is for', '`up`'], cells);
}

function shown(value: string | undefined): string {
  return value === undefined ? '' : `\`${value}\` unless \`--env\` says other`;
}

const introduction = `# Settings

Every variable of every service, as the service reads it: a missing or wrong one ends the start with a sentence that names it. Each may
also come as \`NAME_FILE\`, the path of a file with the value, which is the way for passwords. An empty one counts as not given.

\`./rapport up --env FILE\` passes on what a file says in lines of \`NAME=value\`; a line that begins with \`#\` is a comment. Every
service gets those that it reads. A name that no service reads is an error, and so are one that \`up\` sets itself and a value that its service does
not take. It holds for this start: give the file again with the next one. From its own environment \`up\` passes on \`LOG_LEVEL\`, \`TRACE_SAMPLE_RATIO\`,
\`OTEL_EXPORTER_OTLP_ENDPOINT\`, \`KAFKA_CLIENT\`, and what Node and libraries read.

In the chart most of them are values by other names, and \`env\` has the others: for all services, or for one of them
([values](../../charts/rapport/README.md)).
`;
