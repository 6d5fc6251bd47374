import type { ChangeContext } from '@rapport/audit';
import { actingAs, operator } from '@rapport/container/testing';
import { newId, type TenantRef } from '@rapport/kernel';
import { RoleService, TeamService, UserCreation, type UserInput } from '@rapport/people';
import { newAddress } from '@rapport/subscriptions/testing';
import { TenantCreation, TenantService } from '@rapport/tenants';
import { newTenant } from '@rapport/tenants/testing';
import type { Container } from 'inversify';

/** The owner of this tenant makes its roles and teams, and an operator adds its users. */
export class StaffedTenant {
  readonly ref: TenantRef;
  readonly ownerId: string;
  readonly owner: ChangeContext;
  readonly #running: Container;

  private constructor(running: Container, ref: TenantRef, ownerId: string) {
    this.#running = running;
    this.ref = ref;
    this.ownerId = ownerId;
    this.owner = actingAs(ownerId);
  }

  static async create(running: Container): Promise<StaffedTenant> {
    const { created } = await running.get(TenantCreation).create(operator, newTenant({ planCode: 'enterprise' }));
    const ref = await running.get(TenantService).reference(operator, created.tenantId);
    return new StaffedTenant(running, ref, created.owner.userId);
  }

  async newUser(more: Partial<UserInput> = {}): Promise<string> {
    return (await this.#running.get(UserCreation).add(operator, this.ref, { ...readerAt(), ...more })).userId;
  }

  async newRole(permissions: readonly string[]): Promise<string> {
    const code = newRoleCode();
    await this.#running.get(RoleService).create(this.owner, this.ref, { code, name: code, permissions });
    return code;
  }

  async newTeam(): Promise<string> {
    return (await this.#running.get(TeamService).create(this.owner, this.ref, newId())).made;
  }

  /** A user whose rights are those of a role of its own, and the context in which it acts. */
  async keeperOf(permissions: string[], dataScope: UserInput['dataScope'], teamId: string | null = null) {
    const role = await this.newRole(permissions);
    const id = await this.newUser({ roles: [role], dataScope, teamId });
    return { id, role, context: actingAs(id) };
  }
}

/** A user who reads what is its own. */
export function readerAt(email = newAddress()) {
  return { email, name: 'Her', roles: ['readOnly'], dataScope: 'own', teamId: null } as const;
}

export function newRoleCode(): string {
  return `role${newId().replaceAll('-', '')}`;
}
