import type { ContainerModuleLoadOptions, ServiceIdentifier } from 'inversify';

/**
 * Binds a class of which a container makes one, with the constructor's arguments in their order: dependencies, then
 * values that no container knows. A list that lacks a dependency or has another order does not compile.
 */
export function singleton<D extends unknown[], V extends unknown[], T>(
  bind: ContainerModuleLoadOptions['bind'],
  type: new (...given: [...D, ...V]) => T,
  dependencies: readonly [...Identifiers<D>],
  ...values: V
): void {
  // The library maps the list to a type of its own, which TypeScript cannot relate to a generic list.
  bind<T>(type)
    .toResolvedValue((...resolved: D) => new type(...resolved, ...values), dependencies as never)
    .inSingletonScope();
}

type Identifiers<D extends unknown[]> = { [K in keyof D]: ServiceIdentifier<D[K]> };
