import { systemPython } from '@rapport/local-servers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Delivery } from '../delivery.ts';
import type { OutgoingMail } from '../mail.ts';
import { SmtpServer, smtpPackages, type SmtpRule } from '../testing/index.ts';
import { SmtpTransport, type SmtpOptions } from './smtp-transport.ts';

const python = await systemPython(smtpPackages);
const mail: OutgoingMail = {
  id: '0190a0b0-0000-7000-8000-000000000001',
  from: { name: 'Örnek, "Ltd"\r\nBcc: eve@evil.test', address: 'no-reply@example.test' },
  to: 'ayse@example.test',
  subject: 'Invitation to Örnek\r\nBcc: eve@evil.test',
  text: 'Hello,\n\nhttps://example.test/connect/password?link=abc\n',
  html: '<p>Hello</p>',
};
/** Longer than what the buffers between two processes hold. */
const longMail = { ...mail, text: 'A line of a long mail.\n'.repeat(1_000_000) };
const deadlines = { connectMs: 5_000, answerMs: 5_000, deliveryMs: 10_000 };
const short = { connectMs: 300, answerMs: 300, deliveryMs: 10_000 };
const taken: Delivery = { outcome: 'taken' };
let server: SmtpServer;
let transport: SmtpTransport;

function connect(options: Partial<SmtpOptions> = {}, password = 'right words', protocol = 'smtp'): SmtpTransport {
  const url = `${protocol}://rapport:${encodeURIComponent(password)}@localhost:${server.port}`;
  transport = new SmtpTransport({ url, trusted: server.certificate, deadlines, ...options });
  return transport;
}

async function mailsTaken(count: number): Promise<void> {
  await expect.poll(() => server.taken, { timeout: 10_000 }).toHaveLength(count);
}

function suite(tls: 'starttls' | 'always' | 'never', tests: () => void): void {
  describe.skipIf('missing' in python)(`a server with TLS ${tls}`, () => {
    beforeAll(async () => {
      server = await SmtpServer.start('python' in python ? python.python : '', tls);
    });
    afterAll(() => server.stop());
    beforeEach(async () => {
      await server.follow({});
      // The server tells mails in order, so all of the tests before have been told by now.
      server.taken.length = 0;
    });
    afterEach(() => transport.close());
    tests();
  });
}

suite('starttls', () => {
  test('a mail is taken over STARTTLS, and a name or subject with a line break adds no header', async () => {
    expect(await connect().deliver(mail)).toEqual(taken);
    await mailsTaken(1);
    const [found] = server.taken;
    expect(found).toMatchObject({ from: 'no-reply@example.test', to: ['ayse@example.test'], tls: true });
    expect(found?.content).toMatch(new RegExp(`^Message-ID: <${mail.id}@example.test>$`, 'im'));
    expect(found?.content).not.toMatch(/^Bcc:/im);
    expect(found?.content).toMatch(/^https:\/\/example.test\/connect\/password\?link=(3D)?abc$/m);
  });

  const ends: [string, SmtpRule, Delivery][] = [
    ['refuses the connection', { GREETING: '554 no' }, forNow('server', 'EPROTOCOL 554')],
    ['refuses the connection for now', { GREETING: '421 later' }, forNow('server', 'EPROTOCOL 421')],
    ['ends the connection', { GREETING: 'close' }, notBegun('ECONNECTION')],
    ['does not greet', { GREETING: 'silence' }, notBegun('ETIMEDOUT')],
    ['refuses EHLO', { EHLO: '550 no' }, forNow('server', 'ECONNECTION 550')],
    ['ends the connection at EHLO', { EHLO: 'close' }, notBegun('ECONNECTION')],
    ['refuses TLS', { STARTTLS: '502 no' }, forNow('server', 'ETLS 502')],
    ['refuses TLS for now', { STARTTLS: '454 later' }, forNow('server', 'ETLS 454')],
    ['ends the connection in place of TLS', { STARTTLS: 'close' }, notBegun('ECONNECTION')],
    ['refuses user or password', { AUTH: '535 no' }, forNow('server', 'EAUTH 535')],
    ['cannot tell user and password', { AUTH: '454 later' }, forNow('server', 'EAUTH 454')],
    ['ends the connection at AUTH', { AUTH: 'close' }, notBegun('ECONNECTION')],
    ['refuses the sender', { MAIL: '550 no' }, forNow('server', 'EENVELOPE 550')],
    ['refuses the sender for now', { MAIL: '451 later' }, forNow('server', 'EENVELOPE 451')],
    ['ends the connection at the sender', { MAIL: 'close' }, notBegun('ECONNECTION')],
    ['says nothing to the sender', { MAIL: 'silence' }, notBegun('ETIMEDOUT')],
    ['refuses the recipient', { RCPT: '550 no' }, forGood('recipient', 'EENVELOPE 550')],
    ['has no such mailbox', { RCPT: '550 5.1.1 no' }, forGood('recipient', 'EENVELOPE 550')],
    ['relays nothing', { RCPT: '554 5.7.1 Relay access denied' }, forNow('recipient', 'EENVELOPE 554')],
    ['does not trust us', { RCPT: '550 5.7.1 blocked' }, forNow('recipient', 'EENVELOPE 550')],
    ['does not know the sender', { RCPT: '554 no' }, forNow('recipient', 'EENVELOPE 554')],
    ['refuses the recipient for now', { RCPT: '450 later' }, forNow('recipient', 'EENVELOPE 450')],
    ['ends the connection at the recipient', { RCPT: 'close' }, notBegun('ECONNECTION')],
    ['refuses DATA', { DATA: '554 no' }, forGood('message', 'EENVELOPE 554')],
    ['refuses DATA for now', { DATA: '451 later' }, forNow('message', 'EENVELOPE 451')],
    ['ends the connection at DATA', { DATA: 'close' }, notBegun('ECONNECTION')],
    ['says nothing to DATA', { DATA: 'silence' }, notBegun('ETIMEDOUT')],
    ['refuses the mail', { BEHIND: '554 no' }, forGood('message', 'EMESSAGE 554')],
    ['refuses the mail for now', { BEHIND: '452 later' }, forNow('message', 'EMESSAGE 452')],
    ['is about to end behind the mail', { BEHIND: '421 bye' }, forNow('message', 'EMESSAGE 421')],
    ['ends the connection behind the mail', { BEHIND: 'close' }, inDoubt('ECONNECTION')],
    ['says nothing behind the mail', { BEHIND: 'silence' }, inDoubt('ETIMEDOUT')],
    ['says what is no answer behind the mail', { BEHIND: '999' }, inDoubt('EMESSAGE 999')],
  ];

  test.each(ends)('a server that %s: %o gives %o', async (_, rule, delivery) => {
    await server.follow(rule);
    const waits = Object.values(rule).includes('silence');
    expect(await connect(waits ? { deadlines: short } : {}).deliver(mail)).toEqual(delivery);
    expect(server.taken).toEqual([]);
    await server.follow({});
    expect(await transport.deliver(mail)).toEqual(taken);
    await mailsTaken(1);
  });

  test.each(ends.filter(([, rule]) => 'MAIL' in rule || 'RCPT' in rule || 'DATA' in rule))(
    'the same holds where the server takes commands together: it %s, %o gives %o',
    async (_, rule, delivery) => {
      await server.follow({ ...rule, isPipelined: true });
      const waits = Object.values(rule).includes('silence');
      expect(await connect(waits ? { deadlines: short } : {}).deliver(mail)).toEqual(delivery);
      await server.follow({ isPipelined: true });
      expect(await transport.deliver(mail)).toEqual(taken);
      await mailsTaken(1);
    },
  );

  test.each([
    ['close', { outcome: 'notBegun' }],
    ['silence', { outcome: 'notBegun', problem: 'ETIMEDOUT' }],
    ['552 too much', forGood('message', 'EMESSAGE 552')],
  ])('a server that says %s within the data has not got the mail', async (said, delivery) => {
    await server.follow({ WITHIN: said });
    const found = await connect(said === 'silence' ? { deadlines: short } : {}).deliver(longMail);
    expect(found).toMatchObject(delivery);
    await server.follow({});
    expect(await transport.deliver(mail)).toEqual(taken);
    await mailsTaken(1);
  });

  test('a short mail that was read to its end is in doubt where the connection ends within it', async () => {
    await server.follow({ WITHIN: 'close' });
    expect(await connect().deliver(mail)).toMatchObject({ outcome: 'inDoubt' });
  });

  test('the deadline of a mail ends it, whatever the server does', async () => {
    await server.follow({ BEHIND: 'silence' });
    expect(await connect({ deadlines: { ...deadlines, deliveryMs: 500 } }).deliver(mail)).toEqual(inDoubt('ETIMEDOUT'));
    await server.follow({ RCPT: 'silence' });
    expect(await transport.deliver(mail)).toEqual(notBegun('ETIMEDOUT'));
  });

  test('the deadline of a mail grows with its bytes', async () => {
    expect(await connect({ deadlines: { ...deadlines, deliveryMs: 1 } }).deliver(longMail)).toEqual(taken);
  });

  test.each<[SmtpRule, OutgoingMail, Delivery]>([
    [{ GREETING: 'silence' }, mail, notBegun('ETIMEDOUT')],
    [{ RCPT: 'silence' }, mail, notBegun('ETIMEDOUT')],
    [{ WITHIN: 'silence' }, longMail, notBegun('ETIMEDOUT')],
    [{ BEHIND: 'silence' }, mail, inDoubt('ETIMEDOUT')],
  ])(
    'a process that stops breaks off what is not written whole, and awaits the answer to the rest: %o',
    async (rule, given, delivery) => {
      await server.follow(rule);
      const stopping = new AbortController();
      const patient = { connectMs: 30_000, answerMs: 30_000, deliveryMs: 'BEHIND' in rule ? 2_000 : 30_000 };
      const delivered = connect({ deadlines: patient }).deliver(given, stopping.signal);
      await expect.poll(() => server.silences, { timeout: 10_000 }).toBe(1);
      const before = performance.now();
      stopping.abort();
      expect(await delivered).toEqual(delivery);
      const waited = performance.now() - before;
      expect(waited < 1_000).toBe(delivery.outcome === 'notBegun');
    },
  );

  test('a process that stops while a mail is composed gives it to no kept connection', async () => {
    connect();
    await transport.deliver(mail);
    await mailsTaken(1);
    const stopping = new AbortController();
    const delivered = transport.deliver(mail, stopping.signal);
    stopping.abort();
    expect(await delivered).toEqual(notBegun('ETIMEDOUT'));
    expect(await transport.deliver(mail)).toEqual(taken);
    await mailsTaken(2);
  });

  test('a connection is kept for the next mail, one whose recipient was refused too', async () => {
    connect();
    await transport.deliver(mail);
    await server.follow({ RCPT: '550 no' });
    await transport.deliver(mail);
    await server.follow({});
    expect(await transport.deliver(mail)).toEqual(taken);
    expect(server.connections).toBe(0);
  });

  test('a kept connection that the server has ended costs no mail', async () => {
    await server.follow({ IDLE: 'close' });
    connect();
    const count = 20;
    for (let sent = 0; sent < count; sent += 1) {
      expect(await transport.deliver(mail)).toEqual(taken);
    }
    expect(server.connections).toBe(count);
    await mailsTaken(count);
  });

  test('a kept connection that breaks at the next mail costs none', async () => {
    connect();
    await transport.deliver(mail);
    await server.follow({ MAIL: '421 enough of this connection' });
    const second = transport.deliver(mail);
    await expect.poll(() => server.connections, { timeout: 10_000 }).toBe(1);
    expect(await second).toEqual(forNow('server', 'EENVELOPE 421'));
  });

  test('no more connections are open than were asked for', async () => {
    connect({ connections: 3 });
    const all = Array.from({ length: 30 }, () => transport.deliver(mail));
    expect(new Set((await Promise.all(all)).map(({ outcome }) => outcome))).toEqual(new Set(['taken']));
    expect(server.connections).toBeLessThanOrEqual(3);
    await mailsTaken(30);
  });

  test('a wrong password and a certificate that is not trusted give the server nothing', async () => {
    expect(await connect({}, 'wrong words').deliver(mail)).toEqual(forNow('server', 'EAUTH 535'));
    await transport.close();
    expect(await connect({ trusted: '' }).deliver(mail)).toMatchObject({ outcome: 'notBegun' });
    expect(server.taken).toEqual([]);
  });

  test('nothing is given to a server that does not offer the login which is configured', async () => {
    await server.follow({ hasNoLogin: true, RCPT: '550 no' });
    expect(await connect().deliver(mail)).toEqual(notBegun('EAUTH'));
    expect(server.taken).toEqual([]);
  });

  test('a server that is about to end at the recipient refuses for now', async () => {
    for (const isPipelined of [false, true]) {
      await server.follow({ RCPT: '421 bye', isPipelined });
      expect(await connect().deliver(mail)).toMatchObject({ outcome: 'refusedForNow' });
    }
  });

  test('an address that would end its command or its header adds no recipient', async () => {
    await connect().deliver({ ...mail, to: 'a@example.test>\r\nRCPT TO:<eve@evil.test' });
    await mailsTaken(1);
    expect(server.taken[0]?.to).toHaveLength(1);
    await transport.deliver({ ...mail, to: 'a@example.test\r\nBcc: eve@evil.test' });
    await mailsTaken(2);
    expect(server.taken[1]?.to).toHaveLength(1);
    expect(server.taken[1]?.content).not.toMatch(/^Bcc:/im);
  });

  test('a server that is away gets nothing', async () => {
    const url = 'smtp://rapport:x@127.0.0.1:1';
    expect(await connect({ url }).deliver(mail)).toEqual(notBegun('ESOCKET ECONNREFUSED'));
  });
});

suite('always', () => {
  test('a mail is given to the server over TLS from the first byte', async () => {
    expect(await connect({}, 'right words', 'smtps').deliver(mail)).toEqual(taken);
    await mailsTaken(1);
  });
});

suite('never', () => {
  test('nothing is sent in the clear to a server without STARTTLS', async () => {
    expect(await connect().deliver(mail)).toMatchObject({
      outcome: 'refusedForNow',
      by: 'server',
      problem: 'ETLS 454',
    });
    expect(server.taken).toEqual([]);
  });
});

function forNow(by: 'server' | 'recipient' | 'message', problem: string): Delivery {
  return { outcome: 'refusedForNow', by, problem };
}

function forGood(by: 'recipient' | 'message', problem: string): Delivery {
  return { outcome: 'refusedForGood', by, problem };
}

function notBegun(problem: string): Delivery {
  return { outcome: 'notBegun', problem };
}

function inDoubt(problem: string): Delivery {
  return { outcome: 'inDoubt', problem };
}
