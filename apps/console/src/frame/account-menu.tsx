import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { queries } from '../api/queries.ts';
import { leaveToSignIn } from '../signing-in/authorization.ts';
import type { Person } from '../signing-in/person.tsx';
import { session } from '../signing-in/session.ts';

/** The acts of a person on the own sign-in. */
export function AccountMenu({ person }: { readonly person: Person | undefined }): ReactNode {
  const navigate = useNavigate();
  const acts: Readonly<Record<string, () => void>> = {
    password: () => void navigate({ to: '/password' }),
    organisation: () => {
      session.forget();
      void leaveToSignIn('/console/home');
    },
    'sign-out': () => {
      session.forget();
      queries.clear();
      location.assign('/connect/sign-out');
    },
  };
  return (
    <MenuTrigger>
      {person && <span className="who">{`${person.name}, ${person.organisationName}`}</span>}
      <Button aria-label="Account">
        <span aria-hidden="true">☰</span>
      </Button>
      <Popover className="popover">
        <Menu className="menu" aria-label="Account" onAction={(key) => acts[String(key)]?.()}>
          <MenuItem id="password">Change password</MenuItem>
          <MenuItem id="organisation">Switch organisation</MenuItem>
          <MenuItem id="sign-out">Sign out</MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
