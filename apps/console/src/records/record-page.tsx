import type { ReactNode } from 'react';
import type { ListName } from '../lists/records.ts';

interface RecordPageProps {
  readonly list: ListName;
  readonly id: string;
}

export function RecordPage({ list, id }: RecordPageProps): ReactNode {
  return (
    <main>
      <h1>{`${list} ${id}`}</h1>
    </main>
  );
}
