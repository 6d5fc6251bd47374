import { zipOf } from '@rapport/marketing-email/testing';
import type { Random } from '../random.ts';
import { brokenBytes, hostileTexts } from './hostile-values.ts';

/** A form in multipart/form-data, and the type that names its boundary. */
export interface FileForm {
  readonly type: string;
  readonly body: Buffer;
}

/** A form with one file, which is in order or is not what its name says. */
export function fileForm(random: Random): FileForm {
  const boundary = `b${random.below(1_000_000)}`;
  const name = random.pick(random.chance(70) ? fileNames : hostileNames);
  const file = { name, content: random.pick(random.chance(70) ? contentsOf(name) : contents) };
  return { type: `multipart/form-data; boundary=${boundary}`, body: written(boundary, [partOf('file', file)]) };
}

/** Makes a form hostile: its parts, their heads, or its bytes. */
export function mutateFileForm(random: Random, { type, body }: FileForm): FileForm {
  const boundary = type.slice(type.indexOf('=') + 1);
  const at = random.below(body.length + 1);
  const page = { name: 'a.html', content: html };
  const kinds: readonly (() => Buffer)[] = [
    () => Buffer.alloc(0),
    () => written(boundary, []),
    () => body.subarray(0, at),
    () => Buffer.concat([body.subarray(0, at), random.pick(brokenBytes), body.subarray(at)]),
    () => Buffer.concat([body, body]),
    () => written(boundary, [partOf('file', page), partOf('file', page)]),
    () => written(boundary, [partOf(random.pick(hostileTexts), page)]),
    () => written(boundary, [partOf('file')]),
    () => written(boundary, [`content-disposition: ${random.pick(dispositions)}\r\n\r\nx`]),
    () =>
      written(boundary, [
        `${`x-${'a'.repeat(random.pick([100, 20_000]))}: b\r\n`.repeat(random.pick([1, 3, 200]))}\r\nx`,
      ]),
    () =>
      written(
        boundary,
        Array.from({ length: random.pick([3, 1_000]) }, (_, n) => partOf(`part${n}`, page)),
      ),
    () => Buffer.from(random.pick(['--', '\r\n', `--${boundary}`, `--${boundary}\r\n`, `--${boundary}--`, '{}'])),
  ];
  const types = [
    type,
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `${type}x`,
    `${type}; ${type}`,
    'multipart/mixed; boundary=b',
  ];
  return random.chance(80) ? { type, body: random.pick(kinds)() } : { type: random.pick(types), body };
}

function written(boundary: string, parts: readonly (Buffer | string)[]): Buffer {
  const pieces = parts.flatMap((part) => [`--${boundary}\r\n`, part, '\r\n']);
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
}

function partOf(field: string, file?: { readonly name: string; readonly content: Buffer }): Buffer {
  const named = file === undefined ? '' : `; filename="${file.name}"`;
  const head = `content-disposition: form-data; name="${field}"${named}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), file?.content ?? Buffer.from('x')]);
}

function contentsOf(name: string): readonly Buffer[] {
  return [name.endsWith('zip') ? zip : name.endsWith('pdf') ? pdf : html];
}

const html = Buffer.from('<p>Hello {{firstName}}, <a href="{{unsubscribeUrl}}">no more</a></p>');
const pdf = Buffer.from('%PDF-1.4\n%%EOF\n');
const zip = zipOf([
  { name: 'index.html', content: html },
  { name: 'a/b.png', content: 'x' },
]);
const page = { name: 'index.html', content: html };

/** A service refuses most of these under any name. */
const contents: readonly Buffer[] = [
  ...[html, pdf, zip, Buffer.alloc(0), Buffer.alloc(1)],
  ...['\u0000', 'PK\x03\x04', 'PK\x05\x06', '%PDF-', '<p>{{nickname}}</p>', '<p>{{{{firstName}}}}', '{{'].map((text) =>
    Buffer.from(text),
  ),
  Buffer.from([0xff, 0xfe, 0x3c, 0x00]),
  zip.subarray(0, zip.length - 30),
  zipOf([]),
  zipOf([page, page]),
  zipOf([page, { name: '../../x.png', content: 'x' }]),
  zipOf([page, { name: '/etc/passwd', content: 'x' }]),
  zipOf([page, { name: 'a.png', content: 'x', flags: 1 }]),
  zipOf([page, { name: 'a.png', content: '/etc/passwd', mode: 0o120_777 }]),
  zipOf([page, { name: 'a.png', content: 'x', size: 4_000_000_000 }]),
  zipOf([page, { name: 'a.png', content: 'x', checksum: 1 }]),
  zipOf([page, { name: 'bomb.png', content: Buffer.alloc(30_000_000) }]),
  zipOf([page, ...Array.from({ length: 150 }, (_, n) => ({ name: `${n}.png`, content: 'x' }))]),
];

const fileNames = ['a.html', 'b.htm', 'C.HTML', 'd.zip', 'e.pdf', 'ş ğ.html'];
const hostileNames = [
  ...hostileTexts.map((text) => text.replaceAll('"', "'")),
  'a.exe',
  'html',
  '../../a.html',
  'C:\\a.html',
  '.html',
];
const dispositions = [
  '',
  'form-data',
  'attachment; name="file"; filename="a.html"',
  'form-data; name="file"; filename=',
  'form-data; name=file; filename=a.html',
  `form-data; name="file"; filename*=UTF-8''%ff%fe.html`,
  'form-data; name="file"; name="file"; filename="a.html"; filename="b.exe"',
  'form-data; name="file\u0000"; filename="a.html"',
];
