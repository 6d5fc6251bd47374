import { defineConfig } from 'eslint/config';
import nx from '@nx/eslint-plugin';
import jsonc from 'jsonc-eslint-parser';
import tseslint from 'typescript-eslint';

/** The context map: the domains that each domain may call. All else goes through events. */
const domains = {
  'access-tokens': [],
  admission: [],
  'api-clients': ['admission'],
  'campaign-members': ['crm-records'],
  'change-feed': [],
  'crm-records': [],
  'custom-fields': [],
  'lead-conversion': ['campaign-members', 'crm-records'],
  exports: [
    'api-clients',
    'billing',
    'crm-records',
    'custom-fields',
    'marketing-email',
    'people',
    'subscriptions',
    'timeline',
  ],
  installation: ['tenants'],
  operators: [],
  'marketing-email': ['admission', 'crm-records'],
  people: ['admission', 'sessions'],
  reports: [],
  sessions: ['admission'],
  'shipping-addresses': ['crm-records'],
  billing: [],
  deletions: [],
  subscriptions: ['admission', 'billing', 'deletions'],
  tenants: ['admission', 'people', 'subscriptions', 'usage'],
  timeline: ['crm-records'],
  'sign-in': ['access-tokens', 'admission', 'people', 'sessions', 'token-audit'],
  signups: ['admission', 'people', 'subscriptions', 'tenants'],
  'token-audit': ['admission'],
  'token-endpoint': ['access-tokens', 'admission', 'api-clients', 'sign-in', 'token-audit', 'usage'],
  usage: ['admission'],
};

/** Packages that reach the world. Platform libs alone may import them. */
const transports = ['express', 'pg', 'redis', 'kafkajs', '@platformatic/kafka', 'nodemailer'];

/** Clients use these, for tokens and to validate answers. Tests alone use it, so it is in devDependencies. */
const clientLibraries = ['ajv', 'oauth4webapi', 'openid-client', 'simple-oauth2', '@types/simple-oauth2'];

/** The libs on which each project may depend. The tags are in each project's package.json. */
const depConstraints = [
  {
    sourceTag: 'layer:app',
    onlyDependOnLibsWithTags: [
      'layer:domain',
      'layer:contract',
      'layer:kinds',
      'layer:kit',
      'layer:platform',
      'layer:kernel',
    ],
  },
  {
    sourceTag: 'layer:contract',
    onlyDependOnLibsWithTags: ['layer:contract', 'layer:kinds', 'layer:kit', 'layer:kernel'],
    allowedExternalImports: ['zod'],
  },
  { sourceTag: 'layer:kit', onlyDependOnLibsWithTags: ['layer:kit', 'layer:kernel'], allowedExternalImports: ['zod'] },
  {
    sourceTag: 'layer:kinds',
    onlyDependOnLibsWithTags: ['layer:kit', 'layer:kernel'],
    allowedExternalImports: ['zod'],
  },
  {
    sourceTag: 'layer:platform',
    onlyDependOnLibsWithTags: ['layer:platform', 'layer:kinds', 'layer:kit', 'layer:kernel'],
  },
  { sourceTag: 'layer:kernel', onlyDependOnLibsWithTags: ['layer:kernel'], allowedExternalImports: [] },
  // The page takes the types of contracts alone, so that none of their code is in its script.
  {
    sourceTag: 'layer:page',
    onlyDependOnLibsWithTags: ['layer:contract', 'layer:kit'],
    allowedExternalImports: ['react', 'react/*', 'react-dom', 'react-dom/*', 'react-aria-components', '@tanstack/*'],
  },
  { sourceTag: 'layer:client', onlyDependOnLibsWithTags: [], allowedExternalImports: [] },
  { sourceTag: 'layer:load-test', onlyDependOnLibsWithTags: [], allowedExternalImports: ['k6', 'k6/*'] },
  { sourceTag: 'layer:testing', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'layer:testbed', onlyDependOnLibsWithTags: ['*'] },
  { sourceTag: 'layer:tool', onlyDependOnLibsWithTags: ['*'] },
  ...Object.entries(domains).map(([domain, callable]) => ({
    sourceTag: `domain:${domain}`,
    onlyDependOnLibsWithTags: [
      'layer:platform',
      'layer:kinds',
      'layer:kernel',
      ...callable.map((name) => `domain:${name}`),
    ],
    bannedExternalImports: transports,
  })),
];

/** Tests alone may use local-servers, and they may use any package. */
const testConstraints = withTag('layer:testing', depConstraints);

/** Tests of the whole platform, and what stands behind tests of apps, may use the testbed as well. */
const endToEndConstraints = withTag('layer:testbed', testConstraints);

function withTag(tag, constraints) {
  return constraints.map(({ sourceTag, onlyDependOnLibsWithTags }) => ({
    sourceTag,
    onlyDependOnLibsWithTags: [...onlyDependOnLibsWithTags, tag],
  }));
}

/** A write without stamp, version and outbox row would be a change that clients miss. */
const writesToTenants = bannedInTexts(
  String.raw`\b(insert\s+into|update|delete\s+from|merge\s+into)\s+tenant\.`,
  "Only libs/platform/records writes a tenant's tables: it stamps every change and tells the feed of it.",
);

/** The worker moves and purges the traces of records. It writes these tables, and no table of records. */
const writesToRecords = bannedInTexts(
  String.raw`\b(insert\s+into|update|delete\s+from|merge\s+into)\s+tenant\.(?!(change_feed|feed_floor|external_id|idempotency_key|timeline|marketing_(file|storage))\b)`,
  'libs/crm/change-feed writes the feed, its floor, external ids, idempotency keys and timelines, and purges files; records are written by libs/platform/records alone.',
);

/** A change of a definition changes no record. It raises the number that stands beside the floor of the feed. */
const writesToDefinitions = bannedInTexts(
  String.raw`\b(insert\s+into|update|delete\s+from|merge\s+into)\s+tenant\.(?!(custom_field|feed_floor|idempotency_key)\b)`,
  'libs/crm/custom-fields writes definitions, their number and the keys of creates; values are written with their records, by libs/platform/records alone.',
);

/** A sending's needs are no records. Timelines have its items. */
const writesToMailings = bannedInTexts(
  String.raw`\b(insert\s+into|update|delete\s+from|merge\s+into)\s+tenant\.(?!(marketing_(sender|sending|recipient|suppression|file|storage)|timeline)\b)`,
  'libs/crm/marketing-email writes senders, files, recipients and the list of suppressed addresses; records are written by libs/platform/records alone.',
);

/** Bans a pattern in texts, and in templates that put in a table's name: no allowed name follows the dot there. */
function bannedInTexts(pattern, message) {
  return ['TemplateElement[value.raw', 'Literal[value'].map((text) => ({
    selector: `${text}=/${pattern}/i]`,
    message,
  }));
}

/** Comments name the actor instead: the caller, the process, the tenant. */
const actorless = ['anybody', 'nobody', 'somebody', 'whoever'];

/** A process logs, measures, reports or answers; these names say none of that. */
const vagueNames = ['tell', 'told'];

/** A comment begins with its subject. The rule reads the first word of each block, and of each line behind `//`. */
const subjectFirst = {
  meta: { type: 'suggestion', schema: [] },
  create: (context) => ({
    Program: () => {
      for (const { value, loc } of context.sourceCode.getAllComments()) {
        const [, late] = /^[\s*]*(What|How|Where|The same)\b/.exec(value) ?? [];
        if (late !== undefined) {
          context.report({ loc, message: `A comment begins with its subject, and not with "${late}".` });
        }
      }
    },
  }),
};

/** A function that reaches a database takes the context first, then what it asks. */
const contextFirst = {
  selector: ':function > .params[name=/^(sql|database|control)$/] ~ .params[name="context"]',
  message: 'The context is the first parameter, then sql.',
};

export default defineConfig(
  {
    ignores: [
      '**/dist',
      '**/node_modules',
      '.nx',
      '.rapport',
      '**/probes/**',
      'libs/client/src/generated',
      'apps/console/src/generated',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    // All projects are one program here as for the types: a program for each takes ten times as long.
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'load-tests/tsconfig.json', 'apps/console/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': ['error', { depConstraints, banTransitiveDependencies: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      curly: ['error', 'all'],
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 50 }],
    },
  },
  {
    files: ['**/*.test.ts', '**/src/testing/**/*.ts'],
    rules: { '@nx/enforce-module-boundaries': ['error', { depConstraints: testConstraints }] },
  },
  {
    files: ['apps/*/e2e/**/*.ts', 'apps/*/src/testing/**/*.ts'],
    rules: { '@nx/enforce-module-boundaries': ['error', { depConstraints: endToEndConstraints }] },
  },
  {
    files: ['**/*.test.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { rapport: { rules: { 'subject-first': subjectFirst } } },
    rules: {
      'rapport/subject-first': 'error',
      'id-denylist': ['error', ...vagueNames],
      'no-warning-comments': ['error', { terms: actorless, location: 'anywhere' }],
    },
  },
  {
    files: ['apps/*/src/{routes,procedures}/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: '@rapport/database', message: 'A route calls a service; SQL lives in the store of its domain.' },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', contextFirst] },
  },
  {
    files: ['**/*.ts'],
    ignores: [
      ...[
        'libs/platform/records/**',
        'libs/crm/change-feed/**',
        'libs/crm/custom-fields/**',
        'libs/crm/marketing-email/**',
      ],
      '**/*.test.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', contextFirst, ...writesToTenants] },
  },
  {
    files: ['libs/crm/change-feed/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    rules: { 'no-restricted-syntax': ['error', contextFirst, ...writesToRecords] },
  },
  {
    files: ['libs/crm/custom-fields/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', contextFirst, ...writesToDefinitions] },
  },
  {
    files: ['libs/crm/marketing-email/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    rules: { 'no-restricted-syntax': ['error', contextFirst, ...writesToMailings] },
  },
  {
    files: ['{apps,libs/*,tools,tools/checks}/*/package.json'],
    languageOptions: { parser: jsonc },
    plugins: { '@nx': nx },
    rules: {
      '@nx/dependency-checks': [
        'error',
        {
          buildTargets: ['typecheck'],
          checkVersionMismatches: false,
          ignoredDependencies: [
            'vitest',
            'fast-check',
            '@rapport/local-servers',
            '@rapport/testbed',
            // Guides and pages are played in a browser by tests alone.
            'playwright-core',
            'esbuild',
            ...clientLibraries,
          ],
        },
      ],
    },
  },
);
