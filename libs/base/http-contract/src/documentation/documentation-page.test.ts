import { hash } from 'node:crypto';
import { Script } from 'node:vm';
import { idParameter, requiredText } from '@rapport/members/fields';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { openApiDocument } from '../open-api/open-api-document.ts';
import { documentationPage } from './documentation-page.ts';
import { byTag } from './operation-order.ts';

const thing = z.object({ id: z.uuid(), name: z.string() }).meta({ id: 'Thing' });

const contract = {
  update: endpoint({
    operationId: 'updateThing',
    method: 'put',
    path: '/things/{id}',
    access: { scope: 'things.write', permission: 'things.write', limiter: 'business' },
    tags: ['things'],
    summary: 'Replace <b>a thing</b>',
    params: z.object({ id: idParameter() }),
    body: z.strictObject({ name: requiredText(10).describe('What `it` is **called**.') }).meta({ id: 'ThingBody' }),
    success: { status: 200, body: thing },
    errors: ['code_conflict'],
    example: { body: { name: 'A & B' }, answer: { id: 'x', name: 'A & B' } },
  }),
};

const document = openApiDocument({
  title: 'Things & more',
  version: '1',
  description: 'First.\n\nSecond.',
  contracts: [contract],
  tokenUrl: '/token',
  isBehindEdge: true,
});
const { html, contentSecurityPolicy } = documentationPage(document, '/openapi.json');

test('the page shows an operation with its address, parameters, body, examples and error codes', () => {
  for (const piece of [
    '<section id="updateThing"',
    '<code>/things/{id}</code>',
    '<code>things.write</code>',
    'required',
    'at most 10 characters',
    'What <code>it</code> is <strong>called</strong>.',
    '<a href="#error-code_conflict">',
    '<a href="#schema-ThingBody">',
    '&quot;name&quot;: &quot;A &amp; B&quot;',
    '<p>First.</p><p>Second.</p>',
  ]) {
    expect(html).toContain(piece);
  }
});

test('every link of the page leads to a part of the page, to the document or to the page of a code', () => {
  const ids = new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => `#${id}`));
  const links = Array.from(html.matchAll(/<a href="([^"]+)"/g), ([, link]) => link ?? '');
  expect(links.length).toBeGreaterThan(20);
  const elsewhere = links.filter((link) => !ids.has(link));
  expect(elsewhere.filter((link) => link !== '/openapi.json' && !/^\/docs\/errors\/[a-z_]+$/.test(link))).toEqual([]);
  expect(elsewhere).toContain('/docs/errors/code_conflict');
});

test('texts of the document are no markup of the page', () => {
  expect(html).toContain('Replace &lt;b&gt;a thing&lt;/b&gt;');
  expect(html).toContain('<title>Things &amp; more</title>');
});

test('the page needs nothing from elsewhere, and its policy allows its own style and script alone', () => {
  const [before = '', script = ''] = html.split('<script>');
  expect(before).not.toMatch(/<img|<iframe|@import|url\(|\bon\w+=|style="|src="|href="https?:/i);
  const own = script.slice(0, script.indexOf('</script>'));
  expect(() => new Script(own)).not.toThrow();
  const [, style = ''] = /<style>([^]*)<\/style>/.exec(html) ?? [];
  expect(contentSecurityPolicy).toContain(`style-src 'sha256-${hash('sha256', style, 'base64')}'`);
  expect(contentSecurityPolicy).toContain(`script-src 'sha256-${hash('sha256', own, 'base64')}'`);
  expect(contentSecurityPolicy).toContain("default-src 'none'");
  expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|https?:/);
});

test('the members of a body stand at the operation that takes it, and the list and the create come first', () => {
  const [, section = ''] = html.split('<section id="updateThing"');
  expect(section.slice(0, section.indexOf('</section>'))).toContain('at most 10 characters');
  const group = ['deleteThing', 'listThingChanges', 'getThingByName', 'getThing', 'createThing', 'listThings'];
  const located = group.map((operationId) => ({
    method: 'get',
    path: '/things',
    operation: { operationId, tags: ['things'], security: [], responses: {} },
  }));
  expect(byTag(located).map(([tag, all]) => [tag, all.map(({ operation }) => operation.operationId)])).toEqual([
    ['things', ['listThings', 'createThing', 'getThing', 'deleteThing', 'listThingChanges', 'getThingByName']],
  ]);
  expect(byTag(located.slice(0, 2))[0]?.[1][0]?.operation.operationId).toBe('deleteThing');
});
