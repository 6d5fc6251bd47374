import { StatePublisher } from '@rapport/admission';
import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { CellWork } from '@rapport/sagas';
import { ContainerModule } from 'inversify';
import { Passwords } from './passwords.ts';
import { PeopleService } from './people-service.ts';
import { UserStore } from './user-store.ts';

export const peopleModule = new ContainerModule(({ bind }) => {
  singleton(bind, Passwords, []);
  singleton(bind, UserStore, []);
  singleton(bind, PeopleService, [Database, UserStore, CellWork, StatePublisher, Passwords]);
});
