import { endpoint, type UserAccess } from '@rapport/http-contract';
import type { ErrorCode } from '@rapport/kernel';
import { choiceOf, optionalText } from '@rapport/members/fields';
import { z } from 'zod';
import { done } from './answers.ts';
import { byId } from './crud-endpoints.ts';

/** The names of states in addresses, by their members, as operations spell them. */
const stateWords = { status: 'Status', stage: 'Stage' } as const;

export type StateWord = keyof typeof stateWords;

export interface StateSpec<Group extends string, One extends string> {
  readonly group: Group;
  readonly singular: One;
  readonly access: UserAccess;
  readonly states: readonly [string, ...string[]];
  /** The numbers that documents show in place of their names. */
  readonly shown?: readonly number[];
  readonly summary: string;
  readonly errors?: readonly ErrorCode[];
}

/** The GET that brings a record into a state. It answers true, also where the record is in that state already. */
export function stateEndpoint<const Group extends string, const One extends string, const Word extends StateWord>(
  spec: StateSpec<Group, One>,
  word: Word,
) {
  const { group, singular, access, summary, errors = [] } = spec;
  return endpoint({
    operationId: `set${singular}${stateWords[word]}`,
    method: 'get',
    path: `/api/v1/${group}/${word}/{id}/{${word}}`,
    access,
    tags: [group],
    summary,
    envelope: 'apiResult',
    params: params(spec, word),
    success: { status: 200, body: done },
    errors: ['validation_failed', 'invalid_transition', ...errors],
  });
}

/** The query of a step into a state for which a reason may be given. */
export const reasonQuery = z.object({
  lostReason: optionalText(500).describe('Why it was lost. Without it a stored reason stays.'),
});

type AnyStep = ReturnType<typeof stateEndpoint<string, string, StateWord>>;

/** Any kind of record has a step of this type, whatever the word of its states. */
export interface StepEndpoint extends Omit<AnyStep, 'params' | 'operationId' | 'path'> {
  readonly operationId: string;
  readonly path: `/${string}`;
  readonly params: z.ZodObject & z.ZodType<{ readonly id: string } & { readonly [Word in StateWord]?: string }>;
}

/** An unknown state is a refusal that says which there are, and no address that leads nowhere. */
function params<const Word extends StateWord>(
  { states, shown }: Pick<StateSpec<string, string>, 'states' | 'shown'>,
  word: Word,
) {
  const state = z.string().meta({
    description: `Its number, from 1, or its name: ${states.join(', ')}.`,
    ...choiceOf({ list: shown ?? states }),
  });
  return z.object({ id: byId.parameter, [word]: state } as { id: typeof byId.parameter } & Record<Word, typeof state>);
}
