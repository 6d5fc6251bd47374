import { adminCommand } from './admin-command.ts';

export const keyCommands = [
  adminCommand('keys list', 'List the keys that access tokens are signed with.', {
    reads: true,
    options: {},
    ask: (operator) => operator.listKeys(),
  }),
  adminCommand('keys rotate', 'Let another key sign access tokens; tokens that were signed before stay good.', {
    options: { algorithm: { value: 'ALGORITHM', summary: 'ES256 or RS256 (default that of the key that signs now)' } },
    ask: (operator, values) => operator.rotateKeys({ body: { algorithm: values.algorithm } }),
  }),
  adminCommand('keys revoke', 'End a key and every token that it signed, at once.', {
    options: { key: { value: 'KID', required: true, summary: 'the key; see admin keys list' } },
    ask: (operator, values) => operator.revokeKey({ params: { kid: values.key } }),
  }),
];
