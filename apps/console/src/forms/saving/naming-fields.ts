import { Failure } from '../../api/failure.ts';
import { labelOf } from '../../words/labels.ts';

/** Sends a body. What is wrong with its custom fields is named by their keys then, in place of their positions. */
export async function namingFields<Body extends object, T>(body: Body, send: (body: Body) => Promise<T>): Promise<T> {
  try {
    return await send(body);
  } catch (error) {
    throw error instanceof Failure ? withKeys(error, body) : error;
  }
}

function withKeys({ status, message, code, errors, traceId, data }: Failure, body: object): Failure {
  const { customFields = [] } = body as { readonly customFields?: readonly { readonly key: string }[] };
  const named = Object.entries(errors).map(([path, sentences]) => {
    const position = /^customFields\[(\d+)\]/.exec(path)?.[1];
    const key = customFields[Number(position)]?.key;
    return [key === undefined ? path : `customFields.${key}`, sentences] as const;
  });
  return new Failure(status, {
    ...{ message, errorCode: code, errors: Object.fromEntries(named), data },
    ...(traceId !== undefined && { traceId }),
  });
}

export interface Problems {
  /** By the names of the fields. */
  readonly atFields: Readonly<Record<string, string>>;
  readonly others: readonly string[];
}

/** Brings what a service says of a body to the fields of a form. */
export function problemsOf(error: unknown, names: readonly string[]): Problems {
  const said = error instanceof Failure ? Object.entries(error.errors) : [];
  const found = said.map(([path, sentences]) => {
    const name = names.find((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`));
    return { name, text: textOf(path.slice(name?.length ?? 0), sentences) };
  });
  const atFields: Record<string, string> = {};
  for (const { name, text } of found) {
    if (name !== undefined) {
      atFields[name] = [atFields[name], text].filter(Boolean).join(' ');
    }
  }
  return { atFields, others: found.filter(({ name }) => name === undefined).map(({ text }) => text) };
}

/** The part of a value that is wrong stands before the sentence. */
function textOf(rest: string, sentences: readonly string[]): string {
  const place = /^\[(\d+)\]/.exec(rest)?.[1];
  const part = rest.split('.').filter(Boolean).at(-1);
  const before = place === undefined ? part && labelOf(part) : `Number ${Number(place) + 1}`;
  return [before && `${before}:`, ...sentences].filter(Boolean).join(' ');
}
