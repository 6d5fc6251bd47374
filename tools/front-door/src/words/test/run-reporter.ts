import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestRunEndReason, Vitest } from 'vitest/node';
import { reportVariable, type FileReport, type RunReport, type TestReport } from './run-report.ts';

type Errors = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1];

/** Vitest's own JSON report tells neither the project of a file nor a file that was not loaded from a failed hook. */
export default class RunReporter implements Reporter {
  #root = '';

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
  }

  /** The report is there when Vitest ends, so it is written synchronously. */
  onTestRunEnd(modules: readonly TestModule[], errors: Errors, _reason: TestRunEndReason): void {
    const file = process.env[reportVariable];
    if (file !== undefined) {
      const report: RunReport = {
        files: modules.map((module) => fileReport(module, this.#root)),
        errors: errors.map(({ message }) => firstLine(message)),
      };
      writeFileSync(file, JSON.stringify(report));
    }
  }
}

function fileReport(module: TestModule, root: string): FileReport {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const failure = failureAround(module);
  return {
    file: relative(root, module.moduleId),
    project: module.project.name,
    durationMs: Math.round(environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration),
    ...(failure !== undefined && { failure }),
    tests: [...module.children.allTests()].map(testReport),
  };
}

/** The first failure outside of the tests: the file was not loaded, or a hook of the file or of a group failed. */
function failureAround(module: TestModule): string | undefined {
  const [error] = [module, ...module.children.allSuites()].flatMap((group) => group.errors());
  if (error !== undefined) {
    return firstLine(error.message);
  }
  return module.state() === 'pending' || module.state() === 'queued' ? 'it did not end' : undefined;
}

function testReport(test: TestCase): TestReport {
  const { state, errors = [] } = test.result();
  const failure = errors.map(({ message }) => firstLine(message)).at(0) ?? 'it did not end';
  const report = { id: test.id, name: test.fullName, durationMs: Math.round(test.diagnostic()?.duration ?? 0) };
  if (state === 'passed' || state === 'skipped') {
    return { ...report, state };
  }
  return { ...report, state: 'failed', failure };
}

/** The first line of a message, and where that ends with a colon as those of assert do, also the beginning of what follows. */
function firstLine(message: string): string {
  const [line = '', ...more] = message.split('\n').map((each) => each.trim());
  return line.endsWith(':') ? [line, ...more.filter(Boolean)].join(' ').slice(0, longest) : line;
}

const longest = 300;
