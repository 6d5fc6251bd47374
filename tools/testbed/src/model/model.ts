import { CustomFields } from './custom-fields.ts';
import { kindNames, kinds, type KindName, type Members, type Reference } from './kinds.ts';
import type { ModelRecord, ModelUser, Viewer } from './model-record.ts';
import { Timelines } from './timelines.ts';

/** The records of one tenant, the users that own them, those who see them, and the timelines of its customers. */
export class Model {
  readonly users: readonly ModelUser[];
  readonly viewers: readonly Viewer[];
  readonly records: ModelRecord[] = [];
  readonly fields = new CustomFields();
  readonly timelines = new Timelines();
  /** The latest time of a change that an answer has shown. */
  latest = '';
  #gathered: Set<ModelRecord> | null = null;

  constructor(users: readonly ModelUser[], viewers: readonly Viewer[]) {
    this.users = users;
    this.viewers = viewers;
  }

  of(resource: KindName): ModelRecord[] {
    return this.records.filter((record) => record.resource === resource);
  }

  find(id: unknown): ModelRecord | undefined {
    return this.records.find((record) => record.id === id && !record.isDeleted);
  }

  sees({ user }: Viewer, { ownerId, teamId, isDeleted }: ModelRecord): boolean {
    if (isDeleted) {
      return false;
    }
    switch (user.scope) {
      case 'all':
        return true;
      case 'own':
        return ownerId === user.id;
      case 'team':
        return teamId === user.teamId;
    }
  }

  /** The records that refer to this one. */
  referrers(source: ModelRecord): ModelRecord[] {
    return this.#naming(source, () => true);
  }

  /** Those of them that keep a copy of its name. */
  #dependents(source: ModelRecord): ModelRecord[] {
    return this.#naming(source, ({ isJoined = false }) => !isJoined);
  }

  #naming({ id }: ModelRecord, counts: (reference: Reference) => boolean): ModelRecord[] {
    return this.records.filter(
      ({ resource, members, isDeleted }) =>
        !isDeleted &&
        kinds[resource].references.some((reference) => counts(reference) && members[reference.member] === id),
    );
  }

  holder(viewer: Viewer, resource: KindName, externalId: unknown): ModelRecord | undefined {
    return this.of(resource).find((record) => !record.isDeleted && record.externalIds.get(viewer.name) === externalId);
  }

  /** The record as an answer to this viewer shows it; to a person, as far as the model knows. */
  shown(record: ModelRecord, viewer: Viewer): Members {
    return viewer.isPerson ? this.#shownToPerson(record, viewer) : this.#shownToClient(record, viewer);
  }

  #shownToClient(record: ModelRecord, viewer: Viewer): Members {
    const { resource, members, values, id, ownerId, createdOnUtc, lastModifiedOnUtc } = record;
    const { states, references } = kinds[resource];
    const names = references.map((reference) => [reference.shownAs, this.#nameShown(members, reference, viewer)]);
    const beside = {
      externalId: record.externalIds.get(viewer.name) ?? null,
      customFields: this.fields.shown(resource, values),
    };
    return {
      ...{ id, ...members, ...(Object.fromEntries(names) as Members), ownerUserId: ownerId },
      ...(states && { [states.shownAs]: record.state }),
      ...{ ...beside, createdOnUtc, lastModifiedOnUtc },
    };
  }

  #shownToPerson(record: ModelRecord, viewer: Viewer): Members {
    const hidden = record.resource === 'activities' ? ['externalId', 'customFields'] : ['externalId'];
    const shown = Object.entries(this.#shownToClient(record, viewer)).filter(([member]) => !hidden.includes(member));
    return {
      ...Object.fromEntries(shown),
      ...record.own,
      ...(record.resource === 'leads' && this.#weakReferences(record)),
    };
  }

  /** A record that is gone leaves no id behind. */
  #weakReferences({ became }: ModelRecord): Members {
    const idOf = (id: string | null | undefined): string | null => this.find(id)?.id ?? null;
    return {
      convertedOnUtc: became?.onUtc ?? null,
      convertedCustomerId: idOf(became?.customerId),
      convertedContactId: idOf(became?.contactId),
      convertedOpportunityId: idOf(became?.opportunityId),
    };
  }

  #nameShown(members: Members, { member, to }: Reference, viewer: Viewer): string | null {
    const named = this.find(members[member]);
    return named !== undefined && this.sees(viewer, named) ? kinds[to].nameOf(named.members) : null;
  }

  teamOf(userId: string): string {
    return this.users.find(({ id }) => id === userId)?.teamId ?? '';
  }

  /** An answer has shown the time of a record's present version. */
  noteTime(record: ModelRecord, at: string): void {
    record.lastModifiedOnUtc = at;
    record.changedAfter = at;
    this.latest = at > this.latest ? at : this.latest;
  }

  /** Every record that shows the name of this one gets a new version. */
  stampReferrers(source: ModelRecord): void {
    for (const record of this.#dependents(source)) {
      if (this.#gathered === null) {
        this.stamp(record);
      } else {
        this.#gathered.add(record);
      }
    }
  }

  /** Of all that is renamed in one transaction the names follow once, after its end, where no later change of it has them. */
  gatherRenames<T>(work: () => T): T {
    const gathered = new Set<ModelRecord>();
    this.#gathered = gathered;
    const result = work();
    this.#gathered = null;
    for (const record of gathered) {
      this.stamp(record);
    }
    return result;
  }

  stamp(record: ModelRecord): void {
    this.#gathered?.delete(record);
    record.version += 1;
    record.lastModifiedOnUtc = null;
    record.changedAfter = this.latest;
  }

  /** A user moves to another team, with all of its records. Records that show their names get new versions too. */
  move(user: ModelUser, teamId: string): void {
    if (user.teamId === teamId) {
      return;
    }
    user.teamId = teamId;
    for (const viewer of this.viewers) {
      viewer.views += viewer.user === user && user.scope === 'team' ? 1 : 0;
    }
    const moved = this.records.filter(({ ownerId, isDeleted }) => ownerId === user.id && !isDeleted);
    for (const record of moved) {
      record.teamId = teamId;
    }
    for (const record of new Set([...moved, ...moved.flatMap((source) => this.#dependents(source))])) {
      this.stamp(record);
      record.mayBeNewer = true;
    }
  }

  /** The records in the client's list of a resource. */
  list(viewer: Viewer, resource: KindName): ModelRecord[] {
    return this.of(resource).filter((record) => this.sees(viewer, record));
  }

  /** The kinds of the records that refer to this one. */
  usedBy(record: ModelRecord): KindName[] {
    const used = new Set(this.referrers(record).map(({ resource }) => resource));
    return kindNames.filter((name) => used.has(name));
  }
}
