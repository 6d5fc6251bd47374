import { implement } from '@rapport/http-contract';
import { AppError, type RequestContext } from '@rapport/kernel';
import type { UserDirectory } from '@rapport/people';
import { userContract } from '@rapport/public-contract';
import type { Cursor, CursorCodec } from '@rapport/records';
import type { PublicContext } from '../guards.ts';

export function userRoutes(directory: UserDirectory, cursors: CursorCodec) {
  return implement(userContract)<PublicContext>({
    listUsers: async (context, { query: { cursor, pageSize } }) => {
      const after = cursor === undefined ? null : idOf(context, cursors.decode(cursor));
      const users = await directory.list(context, context.tenant, after, pageSize + 1);
      const data = users.slice(0, pageSize);
      const last = users.length > pageSize ? data.at(-1) : undefined;
      const nextCursor = last ? cursors.encode(cursorAt(context, last.id)) : null;
      return { status: 200, body: { data, nextCursor, hasMore: last !== undefined } };
    },
    getUser: async (context, { params }) => ({
      status: 200,
      body: await directory.get(context, context.tenant, params.id),
    }),
  });
}

const read = 'users';

/** Users have no watermark and no times, so those places of the cursor are empty. */
function cursorAt({ tenant, actor }: RequestContext, id: string): Cursor {
  const who = { tenant: tenant.id, client: actor.clientId };
  return { epoch: 0, ...who, read, updatedFrom: null, watermark: '', position: ['', id] };
}

function idOf({ tenant, actor }: RequestContext, cursor: Cursor): string {
  if (cursor.tenant !== tenant.id || cursor.client !== actor.clientId || cursor.read !== read) {
    throw new AppError(
      'invalid_cursor',
      'The cursor is not one that this list was given. Begin again without a cursor.',
    );
  }
  return cursor.position[1];
}
