import type { Operator } from '@rapport/rapport';
import { done } from './done.ts';
import type { Credentials } from './token.ts';

export interface NewTenant {
  readonly organisationName?: string;
  readonly planCode?: string;
  readonly cell?: string;
  /** Null for the limit of the plan. */
  readonly requestsPerMinute?: number | null;
  readonly tokenRequestsPerMinute?: number | null;
}

export interface NewUser {
  readonly role?: string;
  readonly dataScope?: 'own' | 'team' | 'all';
  readonly teamId?: string;
}

/** A user of a tenant, with what signs the person in. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
}

export interface NewClient {
  readonly runAsUserId?: string;
  readonly scopes?: string[];
}

export interface NewCredentials extends Credentials {
  /** The id of the client among the tenant's records, which is not the one that it sends. */
  readonly apiClientId: string;
}

/** A tenant of a test's own, made by the operators' API. */
export class Tenant {
  readonly id: string;
  readonly schema: string;
  readonly number: number;
  readonly ownerId: string;
  readonly ownerEmail: string;
  readonly operator: Operator;

  private constructor(operator: Operator, { tenantId, schema, owner }: MadeTenant) {
    this.operator = operator;
    this.id = tenantId;
    this.schema = schema;
    this.number = Number(schema.slice(1));
    this.ownerId = owner.userId;
    this.ownerEmail = owner.email;
  }

  /** Makes a tenant; its limits are so high that no test reaches them, unless others are given. */
  static async make(operator: Operator, more: NewTenant = {}): Promise<Tenant> {
    const body = { organisationName: 'A tenant', ownerEmail: newEmail(), planCode: 'enterprise', ...roomy, ...more };
    return new Tenant(operator, done(await operator.createTenant({ body }), 201));
  }

  /** An API client; it runs as the owner and has every scope unless others are given. */
  async client({ runAsUserId = this.ownerId, ...more }: NewClient = {}): Promise<NewCredentials> {
    const body = { name: 'A client', runAsUserId, ...more };
    return done(await this.operator.createApiClient({ params: { tenantId: this.id }, body }), 201);
  }

  /** An administrator with the scope own unless other rights are given; gives the id. */
  async user(more: NewUser = {}): Promise<string> {
    return (await this.person({ role: 'administrator', dataScope: 'own', ...more })).userId;
  }

  /** A person who can sign in: a salesperson who sees all unless other rights are given. */
  async person(more: NewUser & { readonly name?: string } = {}): Promise<Person> {
    const body = { email: newEmail(), name: 'A Person', role: 'salesperson', dataScope: 'all' as const, ...more };
    const made = done(await this.operator.createUser({ params: { tenantId: this.id }, body }), 201);
    return { userId: made.userId, email: body.email, password: made.password ?? '' };
  }

  async team(): Promise<string> {
    const body = { name: newName('Team') };
    return done(await this.operator.createTeam({ params: { tenantId: this.id }, body }), 201).teamId;
  }

  async changeUser(userId: string, user: NewUser): Promise<void> {
    const body = { ...user };
    done(await this.operator.updateUser({ params: { tenantId: this.id, userId }, body }), 200);
  }

  async disable({ clientId }: Credentials): Promise<void> {
    done(await this.operator.disableApiClient({ params: { tenantId: this.id, clientId } }), 200);
  }

  /** Lets an API client run as another user. */
  async runAs({ clientId }: Credentials, runAsUserId: string): Promise<void> {
    done(await this.operator.updateApiClient({ params: { tenantId: this.id, clientId }, body: { runAsUserId } }), 200);
  }
}

/** A text that no other record has. */
export function newName(prefix = 'Name'): string {
  counted += 1;
  return `${prefix} ${process.pid}-${Date.now().toString(36)}-${counted}`;
}

export function newEmail(): string {
  return `${newName('person').replaceAll(' ', '-')}@example.test`;
}

interface MadeTenant {
  readonly tenantId: string;
  readonly schema: string;
  readonly owner: { readonly userId: string; readonly email: string };
}

let counted = 0;
const roomy = { requestsPerMinute: 10_000_000, tokenRequestsPerMinute: 1_000_000 } as const;
