/**
 * Whether a record shows what a body made of it: what it said, and for what it left out the defaults of a write. What the platform
 * writes in another form counts as different.
 */
export function shows(record: object, body: object): boolean {
  const shown = record as Members;
  const sent = body as Members;
  return namesIn(shown, sent).every((member) => {
    const value = sent[member] ?? null;
    if (readOnly.includes(member) || (sent[member] === undefined && kept.includes(member))) {
      return true;
    }
    if (member === 'customFields') {
      return showsFields(shown[member], value);
    }
    return value === null ? isDefault(member, shown) : isSame(shown[member] ?? null, value);
  });
}

type Members = Readonly<Record<string, unknown>>;

function namesIn(...all: readonly Members[]): string[] {
  return [...new Set(all.flatMap((members) => Object.keys(members)))];
}

function isDefault(member: string, shown: Members): boolean {
  const value = shown[member] ?? false;
  return value === (member === 'probability' ? probabilities[shown['stage'] as string] : (defaults[member] ?? false));
}

function isSame(shown: unknown, sent: unknown): boolean {
  if (typeof sent !== 'object' || sent === null) {
    return shown === sent;
  }
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown) !== Array.isArray(sent)) {
    return false;
  }
  const [all, said] = [shown as Members, sent as Members];
  return namesIn(all, said).every((name) => isSame(all[name] ?? null, said[name] ?? null));
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
/** Members that a write leaves as they are where it does not name them. */
const kept = ['externalId', 'code', 'ownerUserId'];
/** Other members that a write does not name become null, or false. */
const defaults: Members = { isActive: true, customerType: 'customer' };
const probabilities: Members = {
  prospecting: 10,
  qualification: 20,
  proposal: 50,
  negotiation: 80,
  closedWon: 100,
  closedLost: 0,
};
