import { Container, ContainerModule } from 'inversify';
import { expect, test } from 'vitest';
import { singleton } from './singleton.ts';

class Engine {
  readonly #power = 100;
  get power(): number {
    return this.#power;
  }
}

class Wheels {
  readonly #count = 4;
  get count(): number {
    return this.#count;
  }
}

class Car {
  readonly engine: Engine;
  readonly wheels: Wheels;
  readonly plate: string;

  constructor(engine: Engine, wheels: Wheels, plate: string) {
    this.engine = engine;
    this.wheels = wheels;
    this.plate = plate;
  }
}

test('a container makes one of a class, with its dependencies and its values in the order of the constructor', () => {
  const container = new Container();
  container.load(
    new ContainerModule(({ bind }) => {
      singleton(bind, Engine, []);
      singleton(bind, Wheels, []);
      singleton(bind, Car, [Engine, Wheels], 'RA-1');
    }),
  );
  const car = container.get(Car);
  expect([car.engine.power, car.wheels.count, car.plate]).toEqual([100, 4, 'RA-1']);
  expect(container.get(Car)).toBe(car);
  expect(container.get(Engine)).toBe(car.engine);
});

test('a list of dependencies in another order, or one that lacks a dependency or a value, does not compile', () => {
  new ContainerModule(({ bind }) => {
    // @ts-expect-error the order is another one
    singleton(bind, Car, [Wheels, Engine], 'RA-1');
    // @ts-expect-error a dependency is missing
    singleton(bind, Car, [Engine], 'RA-1');
    // @ts-expect-error a value is missing
    singleton(bind, Car, [Engine, Wheels]);
  });
});
