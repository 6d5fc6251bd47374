import type { ReceivedEvent } from '@rapport/event-bus';
import { z } from 'zod';
import { changeEvent } from '../change-event.ts';

/** The part of an event that says which row of the outbox to move. */
export type Message = z.output<typeof message>;

/** The row that an event names; undefined where the event is not ours, because any producer may write to the topic. */
export function readMessage({ value }: Pick<ReceivedEvent, 'value'>): Message | undefined {
  try {
    return message.parse(JSON.parse(value));
  } catch {
    return undefined;
  }
}

/** Later versions may have more members. */
const message = changeEvent.pick({ id: true, tenantId: true });
