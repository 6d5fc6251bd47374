import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTitle } from '../frame/title.ts';
import { GroupsPage } from '../groups/groups-page.tsx';
import { usePerson } from '../signing-in/person.tsx';
import { ApiClientsPage } from './api-clients/api-clients-page.tsx';
import { CustomFieldsPage } from './custom-fields-page.tsx';
import { partsFor, type Part } from './parts.ts';
import { RolesPage } from './roles/roles-page.tsx';
import { TeamsPage } from './teams-page.tsx';
import { UsersPage } from './users/users-page.tsx';

const pagesOfParts: Readonly<Record<Part['to'], () => ReactNode>> = {
  '/settings/users': UsersPage,
  '/settings/roles': RolesPage,
  '/settings/teams': TeamsPage,
  '/settings/custom-fields': CustomFieldsPage,
  '/settings/api-clients': ApiClientsPage,
  '/settings/groups': GroupsPage,
};

/** A page for each part of the settings, for those who may use it, and one that leads to them. */
export const settingsPages = {
  '/settings': SettingsPage,
  ...(Object.fromEntries(
    Object.entries(pagesOfParts).map(([to, Page]) => [to, () => <PartPage to={to} Page={Page} />]),
  ) as typeof pagesOfParts),
};

function SettingsPage(): ReactNode {
  const title = useTitle('Settings');
  const offered = partsFor(usePerson());
  return (
    <main>
      <header className="head">
        <h1>{title}</h1>
      </header>
      {offered.length === 0 && <p>There is nothing here that you may change.</p>}
      <ul className="plain parts">
        {offered.map(({ to, text, about }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
            <p className="hint">{about}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}

interface PartPageProps {
  readonly to: string;
  readonly Page: () => ReactNode;
}

function PartPage({ to, Page }: PartPageProps): ReactNode {
  const offered = partsFor(usePerson());
  return (
    <>
      <nav className="bar settings" aria-label="Settings">
        {offered.map((part) => (
          <Link key={part.to} to={part.to}>
            {part.text}
          </Link>
        ))}
      </nav>
      {offered.some((part) => part.to === to) ? <Page /> : <NotOffered />}
    </>
  );
}

function NotOffered(): ReactNode {
  const title = useTitle('Settings');
  return (
    <main>
      <h1>{title}</h1>
      <p>Your roles do not let you use this page. Ask who manages the users of your organisation.</p>
    </main>
  );
}
