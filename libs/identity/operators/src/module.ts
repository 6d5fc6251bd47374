import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { ContainerModule } from 'inversify';
import { Operators } from './operators.ts';

export const operatorsModule = new ContainerModule(({ bind }) => {
  singleton(bind, Operators, [Database]);
});
