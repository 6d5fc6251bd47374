import type { ReactNode } from 'react';
export function BoardPage(): ReactNode {
  return null;
}
