import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FilePart, SentFile } from '@rapport/http-contract';
import { AppError, atMost, tidy, validationFailed, type FieldErrors } from '@rapport/kernel';

/** A form's file, where there is one, and the problems of its parts. */
export interface FileForm {
  readonly file: SentFile | undefined;
  readonly errors: FieldErrors | undefined;
}

/** Reads a form that may hold one part, which is a file. A form without parts, or an empty body, holds none. */
export async function fileOf(headers: IncomingHttpHeaders, body: Buffer, part: FilePart): Promise<FileForm> {
  const parts = body.length === 0 ? [] : await partsOf(headers, body, part);
  // The parser passes over a part whose head it cannot read. No form without parts has an empty line.
  if (parts.length === 0 && body.includes('\r\n\r\n')) {
    throw unreadable(part);
  }
  const errors = Object.create(null) as FieldErrors;
  for (const { name } of parts) {
    if (name !== part.name) {
      errors[name ?? part.name] = [`This form has one part, ${part.name}; leave the others out.`];
    }
  }
  const [sent, ...others] = parts.filter(({ name }) => name === part.name);
  if (sent === undefined) {
    return { file: undefined, errors };
  }
  const file = { name: baseNameOf(sent.fileName ?? ''), content: Buffer.concat(sent.chunks) };
  const problem = others.length > 0 ? 'This is there more than once; send one file.' : problemOf(file, part);
  return { file, errors: problem === undefined ? errors : { ...errors, [part.name]: [problem] } };
}

interface Part {
  readonly name: string | undefined;
  readonly fileName: string | undefined;
  readonly chunks: Buffer[];
}

/** The parts in their order. Every part counts as a file, so that what is no file is found too. */
function partsOf(headers: IncomingHttpHeaders, body: Buffer, part: FilePart): Promise<Part[]> {
  return new Promise((resolve, reject) => {
    const parts: Part[] = [];
    const fail = (): void => reject(unreadable(part));
    const parser = parserOf(headers, part);
    parser.on('file', (name: string | undefined, stream: Readable, fileName: string | undefined) => {
      const chunks: Buffer[] = [];
      parts.push({ name, fileName, chunks });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => reject(tooLarge(part)));
      stream.on('error', fail);
    });
    parser.on('error', fail);
    parser.on('finish', () => resolve(parts));
    parser.end(body);
  });
}

function parserOf(
  { 'content-type': contentType = '' }: IncomingHttpHeaders,
  { name, bytesMax }: FilePart,
): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: () => true,
      preservePath: true,
      limits: { parts: partsMax, fileSize: bytesMax },
    });
  } catch {
    throw validationFailed({ [name]: ['The Content-Type of the form has no boundary.'] });
  }
}

/** One more than the places that a failure names. */
const partsMax = 21;

function problemOf(file: SentFile, part: FilePart): string | undefined {
  if (file.name === '') {
    return 'This part has no file name; send it as a file.';
  }
  const tooLong = isShort(file.name);
  if (tooLong) {
    return `The name of the file is too long. ${tooLong}`;
  }
  return controlCharacter.test(file.name)
    ? 'The name of the file has a control character; take it out.'
    : part.problemOf(file);
}

/** Some callers send the whole path of the file, of either kind. */
function baseNameOf(name: string): string {
  return tidy(name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1));
}

const isShort = atMost(200);
const controlCharacter = /\p{Cc}/u;

function unreadable({ name }: FilePart): AppError {
  return validationFailed({ [name]: ['The form cannot be read to its end; send it as multipart/form-data.'] });
}

function tooLarge({ bytesMax }: FilePart): AppError {
  return new AppError('payload_too_large', `The file is larger than ${bytesMax} bytes.`);
}
