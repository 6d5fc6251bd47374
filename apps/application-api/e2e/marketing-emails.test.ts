import { connect } from 'node:net';
import { done, newName } from '@rapport/testbed';
import { zipOf } from '@rapport/marketing-email/testing';
import { expect, test } from 'vitest';
import { as, baseUrl, newColleague, newOwner, operator } from './people.ts';
import { judged } from './table/judged.ts';

const page = Buffer.from('<p>{{firstName}}</p>');
const absent = '01890000-0000-7000-8000-000000000000';

const owner = await newOwner({ requestsPerMinute: 10_000_000 });
const writer = await newColleague(owner, { role: 'salesperson' });

interface Sent {
  readonly name: string;
  readonly content: Buffer;
}

type Query = Readonly<Record<string, string>>;

function create(query: Query, body?: Sent, headers: Record<string, string> = {}, person = owner) {
  return as(person).createMaktEmail({ query, headers, body });
}

async function shown(id: string, person = owner) {
  return done(await as(person).getMaktEmail({ params: { id } }), 200).data;
}

/** The tenant's mails. */
async function count(): Promise<number> {
  return done(await as(owner).searchMaktEmail({ body: {} }), 200).data?.totalCount ?? NaN;
}

/** The places that a refusal names; it has written nothing. */
async function refused(query: Query, body?: Sent): Promise<string[]> {
  const before = await count();
  const answer = await create(query, body);
  expect([answer.status, answer.body?.errorCode]).toEqual([400, 'validation_failed']);
  expect(await count()).toBe(before);
  return Object.keys(answer.body?.errors ?? {});
}

async function newCampaign(person = owner): Promise<string> {
  const { body } = await judged({
    method: 'POST',
    path: '/api/v1/campaign/create',
    token: person.token,
    body: { name: newName('Campaign') },
  });
  return body.data as string;
}

test('a mail is shown with all that its create said, to every colleague who may read mails', async () => {
  const segmentId = await newCampaign();
  const template = done(await create({ Name: 'Template' }, { name: 'a.HTM', content: page }), 200).data ?? '';
  const said = {
    ...{ Code: 'News', Name: '<b>"News"</b>', Description: 'Monthly', Subject: '<i>Merhaba</i>' },
    ...{ From: 'news@example.com', DisplayName: 'Ada, "Lovelace"', TemplateId: template, TemplateName: 'T' },
    ...{ SegmentId: segmentId, SegmentName: 'S', FilePath: '../../etc/passwd' },
    ...{ AppointmentDate: '2999-01-31T03:00:00+03:00', Supplier: '99', SendType: 'recurring', Status: '1' },
  };
  const id = done(await create(said, { name: 'b.html', content: page }), 200).data ?? '';
  const labels = Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name[0]?.toLowerCase() + name.slice(1), value]),
  );
  const mail = {
    ...{ id, ...labels, appointmentDate: '2999-01-31T00:00:00.000000Z', supplier: 'other', status: 'draft' },
    ...{ fileName: 'b.html', recipientCount: 0, sentCount: 0, openedCount: null, clickedCount: null },
    ...{ bouncedCount: 0, unsubscribedCount: 0, inDoubtCount: 0 },
    ...{ createdOnUtc: expect.any(String) as string, lastModifiedOnUtc: expect.any(String) as string },
  };
  expect(await shown(id, writer)).toEqual(mail);
  const found = done(await as(writer).searchMaktEmail({ body: { searchText: 'merhaba' } }), 200);
  // An item has no description.
  expect([{ ...found.data?.items[0], description: said.Description }]).toEqual([mail]);
  expect(found.data?.items[0]).not.toHaveProperty('description');
});

test.each<[string, Sent]>([
  ['a pdf that is called html', { name: 'a.html', content: Buffer.from('%PDF-1.7\n\xff\xfe', 'latin1') }],
  ['html that is called pdf', { name: 'a.pdf', content: page }],
  ['html that is called zip', { name: 'a.zip', content: page }],
  ['html with U+0000', { name: 'a.html', content: Buffer.from('a\u0000b') }],
  ['a program', { name: 'a.exe', content: page }],
  ['a name without an ending', { name: 'html', content: page }],
  [
    'a zip with a path upwards',
    {
      name: 'a.zip',
      content: zipOf([
        { name: 'index.html', content: '' },
        { name: '../a.png', content: '' },
      ]),
    },
  ],
  ['a zip without a page', { name: 'a.zip', content: zipOf([{ name: 'a.png', content: '' }]) }],
  [
    'a zip that is a bomb',
    { name: 'a.zip', content: zipOf([{ name: 'index.html', content: ' '.repeat(21 * 1_048_576) }]) },
  ],
])('%s is a 400 at file, and nothing is written', async (_, file) => {
  expect(await refused({}, file)).toEqual(['file']);
});

test('an unknown placeholder is a 400 at the subject and at the file, in a draft too', async () => {
  const unknown = Buffer.from('<p>{{nickname}}</p>');
  expect(await refused({ Subject: 'To {{FirstName}}' }, { name: 'a.html', content: unknown })).toEqual([
    'Subject',
    'file',
  ]);
  const zip = zipOf([{ name: 'index.html', content: unknown }]);
  expect(await refused({ Subject: 'To {{firstName}}' }, { name: 'a.zip', content: zip })).toEqual(['file']);
});

test.each(['Subject', 'DisplayName', 'From'])('a %s with a control character is a 400 that names it', async (name) => {
  for (const character of ['\r\n', '\n', '\u0000', '\u001b', '\u0085']) {
    const value = name === 'From' ? `ada${character}bcc@example.com` : `Hello${character}Bcc: all@example.com`;
    expect(await refused({ [name]: value })).toEqual([name]);
  }
});

test('a mail that is to be due is told all that it lacks, in the spelling of the query', async () => {
  const all = ['Subject', 'From', 'Supplier', 'SendType', 'file'];
  expect(await refused({ Status: 'scheduled' })).toEqual(all);
  const from = { Subject: 'A', From: 'news@example.com', Supplier: 'smtp', SendType: 'scheduled' };
  expect(await refused({ ...from, Status: '2' }, { name: 'a.html', content: page })).toEqual([
    ...['From', 'SegmentId', 'AppointmentDate'],
  ]);
  const id = done(await create({ SendType: 'recurring' }), 200).data ?? '';
  const answer = await as(owner).setMaktEmailStatus({ params: { id, status: 'scheduled' } });
  expect([answer.status, Object.keys(answer.body?.errors ?? {})]).toEqual([
    400,
    ['subject', 'from', 'supplier', 'sendType', 'segmentId', 'file'],
  ]);
});

test('a mail is due from an address that operators have added, in any case, and no more once it is taken off', async () => {
  const params = { tenantId: owner.tenantId };
  const sender = { params, body: { address: 'Letters@example.com' } };
  done(await operator.addSender(sender), 200);
  done(await operator.addSender({ params, body: { address: 'letters@EXAMPLE.com' } }), 200);
  expect(done(await operator.listSenders({ params }), 200)).toEqual({ senders: [sender.body] });
  const query = {
    ...{ Subject: 'News', From: 'LETTERS@example.com', Supplier: 'smtp', SendType: 'immediate' },
    ...{ SegmentId: await newCampaign(), Status: 'scheduled' },
  };
  const file = { name: 'a.html', content: page };
  const id = done(await create(query, file), 200).data ?? '';
  expect(await shown(id)).toMatchObject({ status: 'scheduled' });
  expect((await as(owner).setMaktEmailStatus({ params: { id, status: 'draft' } })).status).toBe(200);
  done(await operator.removeSender(sender), 200);
  expect((await operator.removeSender(sender)).status).toBe(404);
  expect(await refused(query, file)).toEqual(['From']);
  const answer = await as(owner).setMaktEmailStatus({ params: { id, status: 'scheduled' } });
  expect([answer.status, Object.keys(answer.body?.errors ?? {})]).toEqual([400, ['from']]);
});

test("a campaign or template that is missing, hidden or another tenant's is a 400 that names it", async () => {
  const stranger = await newOwner();
  const foreign = {
    SegmentId: await newCampaign(stranger),
    TemplateId: done(await create({}, undefined, {}, stranger), 200).data ?? '',
  };
  for (const [name, id] of Object.entries(foreign)) {
    expect(await refused({ [name]: id })).toEqual([name]);
    expect(await refused({ [name]: absent })).toEqual([name]);
    expect(await refused({ [name]: 'nonsense' })).toEqual([name]);
  }
  const hidden = await create({ SegmentId: await newCampaign() }, undefined, {}, writer);
  expect([hidden.status, Object.keys(hidden.body?.errors ?? {})]).toEqual([400, ['SegmentId']]);
});

test('only a person who may send makes a mail due, by create or by status', async () => {
  const created = await create({ Status: 'scheduled' }, undefined, {}, writer);
  expect([created.status, created.body?.errorCode]).toEqual([403, 'permission_denied']);
  const id = done(await create({}, undefined, {}, writer), 200).data ?? '';
  const stepped = await as(writer).setMaktEmailStatus({ params: { id, status: '2' } });
  expect([stepped.status, stepped.body?.errorCode]).toEqual([403, 'permission_denied']);
  expect((await as(writer).setMaktEmailStatus({ params: { id, status: 'cancelled' } })).status).toBe(200);
});

test('a key makes one mail of the same parameters and the same file', async () => {
  const headers = { 'idempotency-key': newName('key') };
  const file = { name: 'a.html', content: page };
  const first = await create({ Name: 'A', Subject: 'B' }, file, headers);
  const again = await create({ Subject: 'B', Name: 'A', unknown: '1' }, file, headers);
  expect([first.status, again.status, again.body?.data]).toEqual([200, 200, first.body?.data]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  for (const [query, other] of [
    [{ Name: 'A', Subject: 'C' }, file],
    [
      { Name: 'A', Subject: 'B' },
      { ...file, name: 'b.html' },
    ],
    [
      { Name: 'A', Subject: 'B' },
      { ...file, content: Buffer.from('other') },
    ],
    [{ Name: 'A', Subject: 'B' }, undefined],
  ] as const) {
    expect((await create(query, other, headers)).body?.errorCode).toBe('idempotency_key_reused');
  }
});

test('a file of 10 MB is taken through the front address, and one of 11 MB is 413', async () => {
  const largest = { name: 'a.pdf', content: Buffer.alloc(10_485_760, '%PDF-') };
  expect((await create({}, largest)).status).toBe(200);
  const before = await count();
  for (const size of [10_485_761, 11 * 1_048_576]) {
    const { status, body } = await create({}, { name: 'a.pdf', content: Buffer.alloc(size, '%PDF-') });
    expect([status, body?.errorCode]).toEqual([413, 'payload_too_large']);
  }
  expect(await count()).toBe(before);
}, 60_000);

test('forms that stop on their way make no mail, and keep no other form of their tenant away', async () => {
  const before = await count();
  const { hostname, port } = new URL(baseUrl);
  const head = [
    'POST /api/v1/maktemail/create HTTP/1.1',
    `host: ${hostname}`,
    `authorization: Bearer ${owner.token}`,
    'content-type: multipart/form-data; boundary=edge',
    'content-length: 1000000',
  ].join('\r\n');
  const form = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.html"\r\n\r\n';
  // More than all replicas work at, of one tenant.
  const sockets = Array.from({ length: 12 }, () => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(`${head}\r\n\r\n${form}${'x'.repeat(200_000)}`);
    return socket;
  });
  const status = async () => (await create({ Subject: '\u0000' }, { name: 'a.html', content: page })).status;
  for (let sent = 0; sent < 20; sent += 1) {
    expect(await status()).toBe(400);
  }
  sockets.forEach((socket) => socket.destroy());
  expect(await count()).toBe(before);
}, 30_000);
