import type { ReceivedEvent } from '@rapport/event-bus';
import { z } from 'zod';
import { changeEvent } from '../change-event.ts';

/** The part of an event that says which row of the outbox to move. */
export type Message = z.output<typeof message>;

/** What an event says of its row; undefined where it is none of ours: the topic takes whatever anybody writes to it. */
export function readMessage({ value }: Pick<ReceivedEvent, 'value'>): Message | undefined {
  try {
    return message.parse(JSON.parse(value));
  } catch {
    return undefined;
  }
}

/** Later versions may say more. */
const message = changeEvent.pick({ id: true, tenantId: true });
