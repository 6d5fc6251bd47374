import { expectSame } from '../../compare.ts';
import type { PeopleStage } from '../people-stage.ts';
import { clerkRole } from './clerk-role.ts';
import type { Permit } from './conversion-operations.ts';

/** Changes the clerk's role. Its answer comes when every replica has the change. */
export async function playPermit({ people, clerk, requests }: PeopleStage, { lacks }: Permit): Promise<void> {
  const [everywhere] = people;
  const answer = await requests.send(everywhere, 'PUT', 'role/update', { body: clerkRole(lacks) });
  expectSame('the status of the change of a role', answer.status, 200);
  clerk.lacks = lacks;
}
