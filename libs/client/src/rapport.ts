import { checkedOptions, type CallOptions, type RapportOptions } from './options.ts';
import { invalidOption, RapportError } from './rapport-error.ts';
import { Pages } from './records/pages.ts';
import { callOf, pagesOf, RecordCalls, segment, type ReadOptions } from './records/record-calls.ts';
import { holding } from './requests/answer.ts';
import { Requests } from './requests/requests.ts';
import type {
  Contact,
  ContactBody,
  Customer,
  CustomerBody,
  CustomField,
  Lead,
  LeadBody,
  Opportunity,
  OpportunityBody,
  User,
} from './types.ts';

/** The resources that clients synchronise, by their names in paths. */
export const resourceNames = ['customers', 'contacts', 'leads', 'opportunities'] as const;
export type ResourceName = (typeof resourceNames)[number];

/** The definitions of custom fields, and the entity tag by which a change of them is noticed. */
export interface CustomFields {
  readonly fields: readonly CustomField[];
  readonly etag: string;
}

export interface CustomFieldsOptions extends CallOptions {
  /** Null is the answer where the definitions still have this entity tag. */
  readonly ifNoneMatch?: string | undefined;
}

/** A client of the public API of one organisation. */
export class Rapport {
  readonly #requests: Requests;
  readonly customers: RecordCalls<{ record: Customer; body: CustomerBody }>;
  readonly contacts: RecordCalls<{ record: Contact; body: ContactBody }>;
  readonly leads: RecordCalls<{ record: Lead; body: LeadBody }>;
  readonly opportunities: RecordCalls<{ record: Opportunity; body: OpportunityBody }>;
  readonly users: {
    readonly get: (id: string, options?: CallOptions) => Promise<User>;
    readonly list: (options?: Omit<ReadOptions, 'updatedFrom'>) => Pages<User>;
  };

  constructor(options: RapportOptions) {
    const requests = new Requests(checkedOptions(options));
    this.#requests = requests;
    this.customers = new RecordCalls(requests, 'customers');
    this.contacts = new RecordCalls(requests, 'contacts');
    this.leads = new RecordCalls(requests, 'leads');
    this.opportunities = new RecordCalls(requests, 'opportunities');
    this.users = {
      get: async (id, call = {}) => {
        const request = {
          operation: 'users.get',
          method: 'GET',
          path: `/api/v1/users/${segment('id', id)}`,
          isExpected: holding('id'),
        } as const;
        return (await requests.send(request, callOf(requests, call))).answer.body as User;
      },
      list: (read = {}) => pagesOf(requests, 'users.list', '/api/v1/users', read),
    };
  }

  async customFields(module: ResourceName, options?: CallOptions): Promise<CustomFields>;
  async customFields(module: ResourceName, options: CustomFieldsOptions): Promise<CustomFields | null>;
  async customFields(module: ResourceName, options: CustomFieldsOptions = {}): Promise<CustomFields | null> {
    const call = callOf(this.#requests, options, ['ifNoneMatch']);
    if (!resourceNames.includes(module)) {
      throw invalidOption('module', `must be one of ${resourceNames.join(', ')}.`);
    }
    const { ifNoneMatch } = options;
    const { answer } = await this.#requests.send(
      {
        operation: 'customFields',
        method: 'GET',
        path: `/api/v1/metadata/custom-fields?module=${module}`,
        headers: ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch },
        taken: [304],
        isExpected: Array.isArray,
      },
      call,
    );
    if (answer.status === 304) {
      return null;
    }
    const etag = answer.headers.get('etag');
    if (etag === null) {
      const detail = 'The definitions came without an ETag, so no change of them can be noticed.';
      throw new RapportError({ code: 'unknown_answer', status: answer.status, detail });
    }
    return { fields: answer.body as CustomField[], etag };
  }
}
