import { lives, type ErrorCode } from '@rapport/kernel';
import { z } from 'zod';

const visibleAscii = /^[\x20-\x7e]{1,200}$/;

/** The key under which a request that is sent again is answered again and not done again. */
export function idempotencyKeyHeader() {
  return z
    .string()
    .refine((key) => visibleAscii.test(key), {
      error: 'This must have 1 to 200 visible ASCII characters.',
      params: { code: 'idempotency_key_invalid' satisfies ErrorCode },
    })
    .optional()
    .meta({
      minLength: 1,
      maxLength: 200,
      // The space around a header's value is none of it, so a key neither begins nor ends with one.
      pattern: String.raw`^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$`,
      description: `For ${lives.idempotencyKey} the same key with the same request gives the same answer, and nothing is done twice.`,
    });
}

export function ifMatchHeader() {
  return z
    .string()
    .regex(new RegExp(entityTags), {
      error: 'This must be the ETag of an answer as it is, its quotes among it, such as "1"; or *.',
    })
    .optional()
    .meta({
      description:
        'The `ETag` of the record as you know it, several of them with commas, or `*`. Where the record has another ' +
        'version, the answer is 409.',
    });
}

/** At least one entity tag, or the star for any (RFC 9110, 13.1.1). */
const entityTags = String.raw`^\s*\*\s*$|"[\x21\x23-\x7e\x80-\xff]*"`;

/** The code that an issue asks for instead of `validation_failed`. */
export function codeOfIssue(issue: z.core.$ZodIssue): ErrorCode | undefined {
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  // The field above alone sets it, and checks there that it is a code.
  return code as ErrorCode | undefined;
}

/** The name of a header as people write it. */
export function headerName(lowerCase: string): string {
  return lowerCase.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}
