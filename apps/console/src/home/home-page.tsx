import type { ReactNode } from 'react';
import { useTitle } from '../frame/title.ts';

export function HomePage(): ReactNode {
  const title = useTitle('Home');
  return (
    <main>
      <h1>{title}</h1>
    </main>
  );
}
