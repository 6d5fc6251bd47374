import { databasesOfFile } from '@rapport/database/testing';
import { AppError, newId, type Visibility } from '@rapport/kernel';
import { callerOf } from '@rapport/kernel/testing';
import { putMember, RecordStore, SteppedRecords, type Columns, type RecordDefinition } from '@rapport/records';
import { recordKinds } from '../record-kinds.ts';

/** The records of a tenant of a test file, as people have them. */
export async function peopleRecords() {
  const databases = await databasesOfFile();
  const tenant = { id: newId(), number: 1, cell: 'cell' };
  const userId = newId();
  const context = (visibility?: Visibility, clientId: string | null = null) =>
    callerOf(tenant, visibility, { userId, clientId });
  await databases.createTenant(1);
  const database = databases.connect('rapport_application_api');
  const owner = databases.connect('rapport_subscription_service', { poolSize: 1 }).tenant(tenant);
  await putMember(context(), owner, { id: userId, name: 'Ada', teamId: null, isActive: true, version: 1 });
  return {
    ...{ databases, userId, context },
    storeOf: <C extends Columns>(definition: RecordDefinition<C>) =>
      new RecordStore(definition, surfaceOf(definition), { database, all: recordKinds }),
    steppedStoreOf: <C extends Columns>(definition: RecordDefinition<C>) =>
      new SteppedRecords(definition, { ...surfaceOf(definition), items: [] }, { database, all: recordKinds }),
    made: async <C extends Columns>(store: RecordStore<C>, input: object): Promise<string> =>
      JSON.parse((await store.create(context(), input)).body) as string,
    read: async <C extends Columns>(store: RecordStore<C>, id: string): Promise<Record<string, unknown>> => {
      const { body, encoding, etag } = await store.get(context(), id);
      return { ...(JSON.parse(Buffer.from(body, encoding).toString()) as object), etag };
    },
  };
}

/** The outcome of a piece of work: `done`, or the code of the refusal. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

/** Every member, those aside that are counted. */
function surfaceOf<C extends Columns>(definition: RecordDefinition<C>) {
  const own = Object.keys(definition.columns).filter((member) => !definition.columns[member]?.computed);
  const set = new Set(['status', 'stage', 'completedOnUtc', 'closedOnUtc', 'convertedOnUtc']);
  const isWritten = (member: string): boolean =>
    !member.startsWith('converted') && (!set.has(member) || (member === 'status' && definition.resource.number > 4));
  const shows = ['id', ...own, 'ownerUserId', 'lastModifiedOnUtc'];
  // The names are the definition's own.
  return { shows: shows as never, writes: own.filter(isWritten) as never, answers: 'id' as const };
}
