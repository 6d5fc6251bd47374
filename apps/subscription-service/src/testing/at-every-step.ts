import { operator, type Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { hasDied, mortalDatabase, Mortality } from '@rapport/database/testing';
import { CellWork } from '@rapport/sagas';
import type { Container } from 'inversify';
import { expect } from 'vitest';

interface Scene {
  readonly change: (container: Container) => Promise<unknown>;
  readonly after: (died: boolean) => Promise<void>;
}

/** Sets the scene anew for each step at which the change can die, then does what another process does. */
export async function atEveryStep(stage: Stage, setScene: () => Promise<Scene>): Promise<void> {
  for (let diesAt = 1; ; diesAt += 1) {
    const { change, after } = await setScene();
    const mortal = stage.processes.start(mortalDatabase(stage.service, new Mortality(diesAt)));
    const died = await hasDied(change(mortal));
    await stage.asOwner.control.query(operator, releaseClaims);
    await stage.running.get(CellWork).resume(operator);
    await after(died);
    if (!died) {
      expect(diesAt).toBeGreaterThan(3);
      return;
    }
  }
}

const releaseClaims = statement('t_release_claims', `update control.cell_work set next_try_on = '-infinity'`);
