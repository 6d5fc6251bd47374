import { useEffect } from 'react';

/** Names the window after the page. */
export function useTitle(title: string): string {
  useEffect(() => {
    document.title = `${title} – Rapport`;
  }, [title]);
  return title;
}
