import { useEffect } from 'react';

/** Names the window after the page. */
export function useTitle(title: string): string {
  useEffect(() => {
    document.title = title === product ? product : `${title} – ${product}`;
  }, [title]);
  return title;
}

const product = 'Rapport';
