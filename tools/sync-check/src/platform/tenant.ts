import type { Credentials } from '../actors/api.ts';
import type { TenantPlace } from '../history/read-truth.ts';
import type { CheckPlatform, Operator } from './check-platform.ts';

export interface NewUser {
  readonly dataScope?: 'own' | 'team' | 'all';
  readonly teamId?: string;
}

/** A tenant of a scenario's own, with limits that nothing here reaches unless others are given. */
export class Tenant implements TenantPlace {
  readonly id: string;
  readonly schema: string;
  readonly number: number;
  readonly ownerId: string;
  readonly operator: Operator;

  private constructor(operator: Operator, { tenantId, schema, owner }: MadeTenant) {
    this.operator = operator;
    this.id = tenantId;
    this.schema = schema;
    this.number = Number(schema.slice(1));
    this.ownerId = owner.userId;
  }

  static async make({ operator }: CheckPlatform, limits: Limits = roomy): Promise<Tenant> {
    const body = { name: 'Checked', ownerEmail: newEmail(), plan: 'professional', ...limits };
    return new Tenant(operator, done(await operator.createTenant({ body }), 201));
  }

  /** An API client; it runs as the owner where nothing is said. */
  async client(runAsUserId = this.ownerId): Promise<Credentials> {
    const body = { name: 'A client', runAsUserId };
    return done(await this.operator.createApiClient({ params: { tenantId: this.id }, body }), 201);
  }

  async user(user: NewUser = {}): Promise<string> {
    const body = { email: newEmail(), name: 'A person', role: 'administrator', dataScope: 'own' as const, ...user };
    return done(await this.operator.createUser({ params: { tenantId: this.id }, body }), 201).userId;
  }

  async team(): Promise<string> {
    const body = { name: `Team ${(counted += 1)}` };
    return done(await this.operator.createTeam({ params: { tenantId: this.id }, body }), 201).teamId;
  }

  async change(userId: string, user: NewUser): Promise<void> {
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

interface Limits {
  readonly requestsPerMinute?: number;
  readonly tokenRequestsPerMinute?: number;
}

const roomy: Limits = { requestsPerMinute: 10_000_000, tokenRequestsPerMinute: 1_000_000 };

interface MadeTenant {
  readonly tenantId: string;
  readonly schema: string;
  readonly owner: { readonly userId: string };
}

/** The body of an answer that must have this status. */
export function done<A extends { readonly status: number; readonly body: unknown }, S extends A['status']>(
  answer: A,
  status: S,
): NonNullable<Extract<A, { readonly status: S }>['body']> {
  if (answer.status !== status) {
    throw new Error(`expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return answer.body as NonNullable<Extract<A, { readonly status: S }>['body']>;
}

function newEmail(): string {
  return `person-${process.pid}-${Date.now().toString(36)}-${(counted += 1)}@example.test`;
}

let counted = 0;
