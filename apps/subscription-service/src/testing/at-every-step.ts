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
    if (!(await playAt(stage, setScene, new Mortality(diesAt)))) {
      expect(diesAt).toBeGreaterThan(3);
      return;
    }
  }
}

/** Does so for a change that repeats itself: of steps with one statement behind the same one, the first is enough. */
export async function atEveryKindOfStep(stage: Stage, setScene: () => Promise<Scene>): Promise<void> {
  const whole = new Mortality(Infinity);
  expect(await playAt(stage, setScene, whole)).toBe(false);
  const kinds = Map.groupBy(whole.names.keys(), (at) => `${whole.names[at - 1]} ${whole.names[at]}`);
  for (const [first = 0] of kinds.values()) {
    expect(await playAt(stage, setScene, new Mortality(first + 1))).toBe(true);
  }
}

async function playAt(stage: Stage, setScene: () => Promise<Scene>, mortality: Mortality): Promise<boolean> {
  const { change, after } = await setScene();
  const mortal = stage.processes.start(mortalDatabase(stage.service, mortality));
  const died = await hasDied(change(mortal));
  await stage.asOwner.control.query(operator, releaseClaims);
  await stage.running.get(CellWork).resume(operator);
  await after(died);
  return died;
}

const releaseClaims = statement('t_release_claims', `update control.cell_work set next_try_on = '-infinity'`);
