import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';

/** The field that looks in all kinds. Ctrl+K leads to it from anywhere. */
export function SearchEverything(): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        field.current?.focus();
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <form
      role="search"
      aria-label="Everything"
      onSubmit={(event) => {
        event.preventDefault();
        const words = field.current?.value.trim() ?? '';
        void navigate({ to: '/search', search: { words } });
      }}
    >
      <input
        ref={field}
        type="search"
        aria-label="Search everything"
        placeholder="Search everything (Ctrl+K)"
        maxLength={200}
      />
    </form>
  );
}
