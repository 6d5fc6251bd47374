import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTitle } from './title.ts';

export function NoSuchPage(): ReactNode {
  const title = useTitle('There is no such page');
  return (
    <main className="alone">
      <h1>{title}</h1>
      <p>The address may be mistyped, or what it led to is gone.</p>
      <p>
        <Link to="/">Go on from the beginning</Link>
      </p>
    </main>
  );
}
