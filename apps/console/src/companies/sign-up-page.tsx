import type { ReactNode } from 'react';
export function SignUpPage(): ReactNode {
  return null;
}
