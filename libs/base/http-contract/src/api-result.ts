import { z } from 'zod';
import { bodyInTheNameOf } from './fields/in-and-out.ts';

/** The wrapper of every answer of the application API: the data or what went wrong, and always the trace id. */
export interface ApiResult<T> {
  readonly isSuccess: boolean;
  readonly data: T | null;
  readonly message: string | null;
  readonly errorCode: string | null;
  readonly errors: Readonly<Record<string, readonly string[]>> | null;
  readonly traceId: string;
}

const plainNames = new WeakMap<z.ZodType, string>();

/** A DTO that is a plain value. Its wrapper has a name, and itself none, because languages have such a word already. */
export function plainDto<Plain extends z.ZodType>(name: string, plain: Plain): Plain {
  plainNames.set(plain, name);
  return plain;
}

/** The wrapper's schema around a named DTO. The schema is named after the DTO. */
export function apiResultSchema(data: z.ZodType) {
  const name = bodyInTheNameOf(data)?.name ?? plainNames.get(data) ?? data.meta()?.id;
  if (name === undefined) {
    throw new Error('A DTO of the application API needs a name, because its wrapper is named after it.');
  }
  return z
    .object({
      isSuccess: z.boolean(),
      data: data.nullable().describe('Null where it failed.'),
      message: z.string().nullable().describe('What is wrong and how to fix it, for people; null where nothing is.'),
      errorCode: z.string().nullable().describe('What is wrong, for programs.'),
      errors: z
        .record(z.string(), z.array(z.string()))
        .nullable()
        .describe('From the path of a member to what is wrong there.'),
      traceId: z.string().describe('The id to quote when you report a failure.'),
    })
    .meta({ id: `${name}ApiResult` });
}

export function succeeded<T>(data: T, traceId: string): ApiResult<T> {
  return { isSuccess: true, data, message: null, errorCode: null, errors: null, traceId };
}

/** The media types of answers, the one by default first. */
export const resultMediaTypes = ['application/json', 'text/json', 'text/plain'] as const;

/** The media types of bodies; `*` stands for any subtype. */
export const resultRequestMediaTypes = ['application/json', 'text/json', 'application/*+json'] as const;
