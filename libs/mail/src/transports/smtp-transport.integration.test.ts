import { systemPython } from '@rapport/local-servers';
import { afterEach, expect, test } from 'vitest';
import { SmtpServer, smtpPackages } from '../testing/smtp-server.ts';
import { SmtpTransport } from './smtp-transport.ts';

const python = await systemPython(smtpPackages);
const mail = {
  id: '0190a0b0-0000-7000-8000-000000000001',
  to: 'ayse@example.test',
  subject: 'Invitation to Örnek\r\nBcc: eve@evil.test',
  text: 'Hello,\n\nhttps://example.test/connect/password?link=abc\n',
  html: '<p>Hello</p>',
};
const from = 'Rapport <no-reply@example.test>';
let server: SmtpServer | undefined;
let transport: SmtpTransport | undefined;

afterEach(async () => {
  await transport?.close();
  await server?.stop();
});

if ('python' in python) {
  const start = async (tls: 'starttls' | 'always' | 'never'): Promise<SmtpServer> => {
    server = await SmtpServer.start(python.python, tls);
    return server;
  };
  const connect = ({ port }: SmtpServer, protocol: string, password: string, trusted?: string): SmtpTransport => {
    const url = `${protocol}://rapport:${encodeURIComponent(password)}@localhost:${port}`;
    transport = new SmtpTransport({ url, from, ...(trusted === undefined ? {} : { trusted }) });
    return transport;
  };

  test('a mail is given to the server over STARTTLS, and a subject with a line break adds no header', async () => {
    const running = await start('starttls');
    await connect(running, 'smtp', 'right words', running.certificate).deliver(mail);
    await expect.poll(() => running.taken, { timeout: 10_000 }).toHaveLength(1);
    const [taken] = running.taken;
    expect(taken).toMatchObject({ from: 'no-reply@example.test', to: ['ayse@example.test'], tls: true });
    expect(taken?.content).toMatch(new RegExp(`^Message-ID: <${mail.id}@example.test>$`, 'im'));
    expect(taken?.content).not.toMatch(/^Bcc:/im);
    expect(taken?.content).toMatch(/^https:\/\/example.test\/connect\/password\?link=(3D)?abc$/m);
  });

  test('a mail is given to the server over TLS from the first byte', async () => {
    const running = await start('always');
    await connect(running, 'smtps', 'right words', running.certificate).deliver(mail);
    await expect.poll(() => running.taken, { timeout: 10_000 }).toHaveLength(1);
  });

  test('a wrong password is a failure, and so is a certificate that is not trusted', async () => {
    const running = await start('starttls');
    const wrong = connect(running, 'smtp', 'wrong words', running.certificate).deliver(mail);
    await expect(wrong).rejects.toMatchObject({ code: 'EAUTH', responseCode: 535 });
    await transport?.close();
    await expect(connect(running, 'smtp', 'right words').deliver(mail)).rejects.toThrow('self-signed certificate');
    expect(running.taken).toEqual([]);
  });

  test('nothing is sent in the clear to a server without STARTTLS', async () => {
    const running = await start('never');
    await expect(connect(running, 'smtp', 'right words').deliver(mail)).rejects.toMatchObject({ code: 'ETLS' });
    expect(running.taken).toEqual([]);
  });
} else {
  test.skip(`an SMTP server: ${python.missing}`);
}
