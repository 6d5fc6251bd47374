/** Whether a record shows what a body said. What the platform writes in another form counts as different. */
export function shows(record: object, body: object): boolean {
  const shown = record as Readonly<Record<string, unknown>>;
  return Object.entries(body).every(
    ([member, sent]) =>
      sent === undefined ||
      readOnly.includes(member) ||
      (member === 'customFields' ? showsFields(shown[member], sent) : isSame(shown[member] ?? null, sent)),
  );
}

function isSame(shown: unknown, sent: unknown): boolean {
  if (typeof sent !== 'object' || sent === null) {
    return shown === sent;
  }
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown) !== Array.isArray(sent)) {
    return false;
  }
  const all = shown as Readonly<Record<string, unknown>>;
  return Object.entries(sent).every(([name, value]) => isSame(all[name] ?? null, value ?? null));
}

interface Field {
  readonly key: string;
  readonly value: unknown;
}

/** Fields that a body does not list stay as they are, and an empty text clears one. */
function showsFields(shown: unknown, sent: unknown): boolean {
  const values = new Map((shown as readonly Field[] | null)?.map(({ key, value }) => [key, value]));
  return ((sent ?? []) as readonly Field[]).every(({ key, value }) => (values.get(key) ?? '') === value);
}

/** Members that a body may hold, and that no write changes as it is told. */
const readOnly = [
  'id',
  'createdOnUtc',
  'lastModifiedOnUtc',
  'status',
  'stage',
  'customerName',
  'contactName',
  'leadName',
];
