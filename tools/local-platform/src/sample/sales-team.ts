import { join } from 'node:path';
import { bodyOf, type Operator } from '@rapport/rapport';
import { readWhole, writeWhole } from '../state-file.ts';

/** A person of the sample's sales team. */
interface TeamMember {
  readonly name: string;
  readonly email: string;
  readonly role: 'manager' | 'salesperson';
}

/** A person of the team who can sign in. */
export interface TeamAccess extends TeamMember {
  readonly password: string;
}

/** The manager sees everything, and each of the others what is theirs. */
export const salesTeam: readonly TeamMember[] = [
  { name: 'Mira Aydin', email: 'mira.aydin@demo.example', role: 'manager' },
  { name: 'Jonas Weber', email: 'jonas.weber@demo.example', role: 'salesperson' },
  { name: 'Sofia Rossi', email: 'sofia.rossi@demo.example', role: 'salesperson' },
  { name: 'Emre Demir', email: 'emre.demir@demo.example', role: 'salesperson' },
  { name: 'Claire Dubois', email: 'claire.dubois@demo.example', role: 'salesperson' },
  { name: 'Oliver Hughes', email: 'oliver.hughes@demo.example', role: 'salesperson' },
];

/** Makes who is missing of the team. Gives the ids of its users by their addresses. */
export async function ensureTeam(
  operator: Operator,
  tenantId: string,
  dataDir: string,
): Promise<ReadonlyMap<string, string>> {
  const params = { tenantId };
  const { users } = bodyOf(await operator.listUsers({ params }));
  const ids = new Map(users.map(({ email, userId }) => [email, userId]));
  const access = [...(await readTeam(dataDir))];
  for (const member of salesTeam.filter(({ email }) => !ids.has(email))) {
    const body = { ...member, dataScope: member.role === 'manager' ? 'all' : 'own' } as const;
    const { userId, password } = bodyOf(await operator.createUser({ params, body }));
    ids.set(member.email, userId);
    if (password !== null) {
      // Only this answer has the password.
      access.push({ ...member, password });
      await writeWhole(teamFile(dataDir), JSON.stringify(access, null, 2), 0o600);
    }
  }
  return ids;
}

/** The people of the team as `up` made them; none where there is no sample. */
export async function readTeam(dataDir: string): Promise<readonly TeamAccess[]> {
  return (await readWhole<readonly TeamAccess[]>(teamFile(dataDir))) ?? [];
}

function teamFile(dataDir: string): string {
  return join(dataDir, 'team.json');
}
