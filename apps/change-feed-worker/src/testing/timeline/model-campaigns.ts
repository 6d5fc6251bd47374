import { itemOf, type ExpectedItems, type ModelItem } from './expected-items.ts';
import { createdId, type RecordWriter } from './record-writer.ts';

/** A recipient of a mail as it is stored. */
export interface FoundRecipient {
  readonly mailId: string;
  readonly customerId: string;
  readonly state: string;
}

/** Campaigns with their members, and mails to them. */
export class ModelCampaigns {
  readonly #writer: RecordWriter;
  readonly #expected: ExpectedItems;
  readonly #mails = new Map<string, string>();
  #recipients = 0;

  constructor(writer: RecordWriter, expected: ExpectedItems) {
    this.#writer = writer;
    this.#expected = expected;
  }

  get recipientCount(): number {
    return this.#recipients;
  }

  async make(name: string): Promise<string> {
    const { campaigns } = this.#writer.surfaces.application;
    const id = createdId(await this.#writer.write((person, key) => campaigns.create(person, { name }, key)));
    this.#expected.wrote(id, { name });
    return id;
  }

  async add(campaignId: string, contactId: string): Promise<void> {
    await this.#put(campaignId, contactId, null);
    this.#expect(campaignId, contactId, 'campaignMemberAdded');
  }

  /** The contact is a member already. */
  async respond(campaignId: string, contactId: string): Promise<void> {
    await this.#put(campaignId, contactId, 'responded');
    this.#expect(campaignId, contactId, 'campaignResponse', {
      summary: 'added -> responded',
      changes: { status: ['added', 'responded'], firstRespondedOnUtc: [null, 'a time'] },
    });
  }

  /** A mail that is due at once, to members of the campaign that have addresses of their own. */
  async mail(segmentId: string, name: string, recipients: number): Promise<void> {
    const body = { ...letter, name, segmentId, file: Buffer.from('<p>Hello</p>') };
    const { mails } = this.#writer.surfaces;
    const { result } = await this.#writer.write((person, key) => mails.create(person, body, key));
    this.#mails.set(result, name);
    this.#recipients += recipients;
    this.#expected.sawCause('sending', 'marketingEmail');
  }

  /** The items of mails: one for each customer of which a recipient got the mail. */
  itemsOfMails(recipients: readonly FoundRecipient[]): ModelItem[] {
    const sent = recipients.filter(({ state }) => state === 'sent');
    const actor = this.#writer.callers.application.actor.userId;
    const items = sent.map(({ mailId, customerId }) => ({
      ...itemOf('marketingEmail', mailId, this.#mails.get(mailId)),
      ...{ customerId, actor, summary: null, changes: null },
    }));
    const ones = new Map(items.map((item) => [`${item.customerId} ${item.sourceId}`, item]));
    return [...ones.values()];
  }

  async #put(campaignId: string, contactId: string, status: string | null): Promise<void> {
    const addition = { campaignId, contactIds: [contactId], leadIds: [], customerIds: [], status };
    await this.#writer.write((person) => this.#writer.surfaces.members.add(person, addition));
    this.#expected.wrote(`${campaignId} ${contactId}`, {});
  }

  #expect(
    campaignId: string,
    contactId: string,
    itemType: 'campaignMemberAdded' | 'campaignResponse',
    more: Partial<Pick<ModelItem, 'summary' | 'changes'>> = {},
  ): void {
    const { customerId } = this.#expected.bodyOf(contactId);
    const item = itemOf(itemType, campaignId, this.#expected.bodyOf(campaignId)['name']);
    this.#expected.expect('application', customerId, { ...item, ...more });
  }
}

/** The address from which mails come; it must be a sender of the tenant. */
export const senderAddress = 'news@example.com';

const letter = {
  subject: 'News',
  from: senderAddress,
  supplier: 'smtp',
  sendType: 'immediate',
  status: 'scheduled',
  fileName: 'a.html',
} as const;
