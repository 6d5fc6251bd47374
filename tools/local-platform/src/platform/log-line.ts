/** A line of a log for the reader: one of JSON in few words on a terminal, as it stands for programs. */
export function lineText(line: string): string {
  return process.stdout.isTTY ? forPeople(line) : line;
}

export function forPeople(line: string): string {
  const fields = fieldsOf(line);
  if (fields === undefined) {
    return line;
  }
  const { time, level, service, instance, message, ...more } = fields;
  const colour = colours[String(level)] ?? '';
  const rest = Object.entries(more).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const head = `${String(time).slice('YYYY-MM-DDT'.length)} ${colour}${String(level).padEnd(5)}${plain}`;
  return [head, `${String(service)}-${String(instance)}`, String(message), `${dim}${rest.join(' ')}${plain}`].join(' ');
}

const plain = '\u001b[0m';
const dim = '\u001b[2m';
const colours: Readonly<Record<string, string>> = { warn: '\u001b[33m', error: '\u001b[31m' };

function fieldsOf(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
