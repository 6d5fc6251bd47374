import type { LoadResult } from './result.ts';

/** The document for continuous integration: a case for each thing that was promised. */
export function junitOf({ workload, seconds, verdict, reason, findings }: LoadResult): string {
  const failed = verdict === 'failed' ? findings.filter(({ holds }) => !holds).length : 0;
  const skipped = verdict === 'void' ? findings.length : 0;
  const cases = findings.map(({ promised, came, holds }) => {
    const inner =
      verdict === 'void'
        ? `<skipped message="${escaped(reason ?? '')}"/>`
        : holds
          ? ''
          : `<failure message="${escaped(came)}"/>`;
    return `    <testcase classname="load.${workload}" name="${escaped(promised)}">${inner}</testcase>`;
  });
  const counts = `tests="${findings.length}" failures="${failed}" skipped="${skipped}" time="${seconds.toFixed(1)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="load ${workload}" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** A text within XML, also within quotes. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
