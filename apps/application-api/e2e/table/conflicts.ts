import type { Endpoint } from '@rapport/http-contract';
import { newName } from '@rapport/testbed';
import type { Person } from '../people.ts';
import { judged, type Asked } from './judged.ts';
import { operations } from './operations.ts';
import { makeRecordTargets, steps, type RecordTargets } from './record-targets.ts';
import { referencesOf } from './references.ts';
import { rightRequest, type Targets } from './targets.ts';

type Members = Readonly<Record<string, unknown>>;

/** Brings records of a tenant into the states in which operations meet each conflict. */
export class Conflicts {
  readonly #owner: Person;
  readonly #targets: Targets;

  constructor(owner: Person, targets: Targets) {
    this.#owner = owner;
    this.#targets = targets;
  }

  /** A request that must be refused with the code. */
  async force(operation: Endpoint, code: string): Promise<Asked> {
    switch (code) {
      case 'concurrency_conflict':
        return this.#ofAnotherVersion(operation);
      case 'idempotency_key_reused':
        return this.#ofUsedKey(operation);
      case 'code_conflict':
        return this.#ofTaken(operation, operation.path.includes('custom-field') ? 'key' : 'code');
      case 'name_conflict':
        return this.#ofTaken(operation, 'name');
      case 'email_conflict':
        return this.#right(operation, { email: this.#targets.email });
      case 'hierarchy_cycle':
        return this.#ofCycle(operation);
      case 'resource_in_use':
        return this.#ofUsed(operation);
      case 'invalid_transition':
        return this.#ofNoStep(operation);
      case 'lead_converted':
        return this.#ofConverted(operation);
      case 'duplicate_found':
        return this.#ofDuplicate(operation);
      default:
        throw new Error(
          `The table does not know how ${operation.operationId} meets ${code}; add it here or elsewhere.`,
        );
    }
  }

  /** The right request with these members besides, aimed at these records. */
  #right(operation: Endpoint, more: Members = {}, records: Partial<RecordTargets> = {}): Asked {
    const { body, ...request } = rightRequest(operation, {
      ...this.#targets,
      records: { ...this.#targets.records, ...records },
    });
    return {
      ...request,
      token: this.#owner.token,
      ...(body !== undefined && { body: { ...(body as object), ...more } }),
    };
  }

  async #done(asked: Asked): Promise<unknown> {
    const { status, body } = await judged(asked);
    if (status !== 200) {
      throw new Error(`${asked.method} ${asked.path} was refused: ${JSON.stringify(body)}`);
    }
    return body.data;
  }

  /** A create answers the id. */
  async #made(name: string, more: Members = {}, records: Partial<RecordTargets> = {}): Promise<string> {
    return String(await this.#done(this.#right(operationOf(name), more, records)));
  }

  #ofAnotherVersion(operation: Endpoint): Asked {
    const isOfBody = operation.headers === undefined || !('if-match' in operation.headers.shape);
    const asked = this.#right(operation, isOfBody ? { version: 'another' } : {});
    return isOfBody ? asked : { ...asked, headers: { 'if-match': '"nonsense"' } };
  }

  async #ofUsedKey(operation: Endpoint): Promise<Asked> {
    const headers = { 'idempotency-key': newName('key') };
    const fresh = await makeRecordTargets(this.#owner);
    await this.#done({ ...this.#right(operation, {}, fresh), headers });
    // A right create is another one each time; these two are not.
    const others: Readonly<Record<string, Members>> = {
      addCampaignMember: { status: 'sent' },
      executeLeadConversion: { moveActivities: false },
    };
    const right = this.#right(operation, others[operation.operationId], fresh);
    // The query says what it makes.
    const path = operation.operationId === 'createMaktEmail' ? `${right.path}?Name=Another` : right.path;
    return { ...right, path, headers };
  }

  async #ofTaken(operation: Endpoint, member: string): Promise<Asked> {
    const taken = newName('taken').replaceAll(/[^a-zA-Z0-9]/g, '');
    if (operation.operationId === 'executeLeadConversion') {
      await this.#made('createCustomer', { [member]: taken });
      return this.#right(operation, { customer: { mode: 'create', values: { [member]: taken } } });
    }
    const create = operation.operationId.replace('update', 'create');
    await this.#done(this.#right(operationOf(create), { [member]: taken }));
    return this.#right(operation, { [member]: taken });
  }

  #ofCycle(operation: Endpoint): Asked {
    const { records } = this.#targets;
    if (operation.operationId === 'executeLeadConversion') {
      const id = records.Customer;
      const customer = { mode: 'existing', customerId: id, values: { parentCustomerId: id } };
      return this.#right(operation, { customer });
    }
    const kind = operation.operationId.replace('update', '');
    const parent = referencesOf(operation).find((reference) => reference.kind === kind);
    return this.#right(operation, { [parent?.member ?? '']: records[kind as keyof RecordTargets] });
  }

  async #ofUsed(operation: Endpoint): Promise<Asked> {
    const { userId, email } = this.#owner;
    const { role, team } = this.#targets;
    switch (operation.operationId) {
      case 'updateUser':
        return this.#right(operation, { id: userId, email });
      case 'disableUser':
        return { ...this.#right(operation), path: operation.path.replace('{id}', userId) };
      case 'disableRole':
        await this.#made('createUser', { roles: [role] });
        return this.#right(operation);
      case 'disableTeam':
        await this.#made('createUser', { teamId: team });
        return this.#right(operation);
    }
    const kind = operation.operationId.replace('delete', '') as keyof RecordTargets;
    const records = await makeRecordTargets(this.#owner);
    const [create, member] = referrerOf(kind);
    await this.#made(create, { [member]: records[kind] }, records);
    return this.#right(operation, {}, records);
  }

  async #ofNoStep(operation: Endpoint): Promise<Asked> {
    const records = await makeRecordTargets(this.#owner);
    switch (operation.operationId) {
      case 'inviteUser':
        return { ...this.#right(operation), path: operation.path.replace('{id}', this.#owner.userId) };
      case 'updateActivity':
        await this.#done(this.#right(operation, { status: 'cancelled' }, records));
        return this.#right(operation, { status: 'completed' }, records);
    }
    const [first, second] = steps[operation.operationId]?.wrong ?? [];
    const asked = this.#right(operation, {}, records);
    const into = (state = '') => ({ ...asked, path: asked.path.replace(/[^/]+$/, state) });
    await this.#done(into(first));
    return into(second);
  }

  async #ofConverted(operation: Endpoint): Promise<Asked> {
    const records = await makeRecordTargets(this.#owner);
    await this.#done(this.#right(operationOf('executeLeadConversion'), {}, records));
    return this.#right(operation, {}, records);
  }

  async #ofDuplicate(operation: Endpoint): Promise<Asked> {
    const email = `${newName('same').replaceAll(' ', '-')}@example.test`;
    await this.#made('createCustomer', { email });
    const Lead = await this.#made('createLead', { email });
    return this.#right(operation, { customer: { mode: 'create' }, skipDuplicateCheck: false }, { Lead });
  }
}

function operationOf(name: string): Endpoint {
  const operation = operations.find(({ operationId }) => operationId === name);
  if (operation === undefined) {
    throw new Error(`There is no operation ${name}.`);
  }
  return operation;
}

/** A create that gives a record a reference to one of the kind, and the member that refers. */
function referrerOf(kind: keyof RecordTargets): readonly [create: string, member: string] {
  for (const operation of operations.filter(({ operationId }) => operationId.startsWith('create'))) {
    const reference = referencesOf(operation).find((one) => one.kind === kind && !one.isList);
    // A shipping address goes with its customer.
    if (reference !== undefined && operation.operationId !== 'createCustomerShippingAddress') {
      return [operation.operationId, reference.member];
    }
  }
  throw new Error(`No record refers to a ${kind}.`);
}
