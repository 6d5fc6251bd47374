import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { nameOf } from '../lists/naming.ts';
import type { AnyRecord } from '../lists/records.ts';
import { StatesMenu } from '../states/states-menu.tsx';
import { Value } from '../values/value.tsx';

interface CardProps {
  readonly record: AnyRecord;
  readonly stage: string;
  /** The stages to which the card can go. */
  readonly next: readonly string[];
  readonly isMoving: boolean;
  readonly onMove: (stage: string) => void;
}

/** An opportunity that moves by mouse, and by a menu. */
export function Card({ record, stage, next, isMoving, onMove }: CardProps): ReactNode {
  const name = nameOf('opportunities', record);
  return (
    <li
      className={isMoving ? 'card moving' : 'card'}
      draggable={next.length > 0}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(cardType, JSON.stringify({ id: record.id, stage }))}
    >
      <Link to={`/opportunities/${record.id}`} dir="auto">
        {name}
      </Link>
      <p>
        <Value list="opportunities" member="customerId" record={record} />
      </p>
      <p className="acts">
        <Value list="opportunities" member="amount" record={record} />
        <Value list="opportunities" member="expectedCloseDate" record={record} />
        {next.length > 0 && (
          <StatesMenu label={`Move ${name}`} states={next} onChoose={onMove}>
            <Button aria-label={`Move ${name}`} isDisabled={isMoving}>
              ⇄
            </Button>
          </StatesMenu>
        )}
      </p>
    </li>
  );
}

/** The card that is dropped; what comes from elsewhere is none. */
export function cardIn(transfer: DataTransfer): { readonly id: string; readonly stage: string } | undefined {
  const text = transfer.getData(cardType);
  return text === '' ? undefined : (JSON.parse(text) as { id: string; stage: string });
}

const cardType = 'application/x-rapport-card';
