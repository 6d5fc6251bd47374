import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';

interface Manifest {
  readonly description?: string;
  readonly nx: { readonly tags: readonly string[] };
}

/** The layers of the libs that lie in a district. A domain has a line of the context map as well. */
const layersOf: Readonly<Record<string, readonly string[]>> = {
  base: ['layer:kernel', 'layer:kit', 'layer:kinds'],
  contracts: ['layer:contract'],
  platform: ['layer:platform'],
  identity: ['layer:domain'],
  tenancy: ['layer:domain'],
  crm: ['layer:domain'],
};

const libs = globSync('libs/*/*/package.json').map((path) => ({
  name: basename(dirname(path)),
  district: basename(dirname(dirname(path))),
  manifest: JSON.parse(readFileSync(path, 'utf8')) as Manifest,
}));

test('each lib lies in a district of its layer, and its package.json says what it is for', () => {
  expect(libs.length).toBeGreaterThan(40);
  for (const { name, district, manifest } of libs) {
    const [layer, domain] = manifest.nx.tags;
    expect(layersOf[district], `${name} lies in ${district}`).toContain(layer);
    expect(domain, name).toBe(layer === 'layer:domain' ? `domain:${name}` : undefined);
    expect(manifest.description, `${name} says what it is for`).toMatch(/\w/);
  }
});
