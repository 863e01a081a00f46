// What the JSON reports of vitest and Playwright say: how many tests, and which failed with what.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const COLOURS = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g');

/** {passed, failed, skipped, failures: {file, name, message}[]} of a vitest run that ended with `code`. */
export function vitestReport(path, code, root) {
  const report = readReport(path);
  if (!report) return withoutReport();
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A hook or an import that failed belongs to no test.
    if (status === 'failed' && failed.length === 0) return [{ file, name: 'the file itself', message: short(message) }];
    return failed.map((test) => ({ file, name: test.fullName, message: short(test.failureMessages[0]) }));
  });
  const { numPassedTests, numPendingTests, numTodoTests } = report;
  return { passed: numPassedTests, skipped: numPendingTests + numTodoTests, ...failedOf(failures, code) };
}

/** The same of a Playwright report. */
export function playwrightReport(path, code, testDir) {
  const report = readReport(path);
  if (!report) return withoutReport();
  const failures = [];
  const walk = ({ suites = [], specs = [] }) => {
    for (const spec of specs.filter(({ ok }) => !ok)) {
      const errors = spec.tests.flatMap(({ results }) => results.flatMap(({ errors: of = [] }) => of));
      failures.push({ file: `${testDir}/${spec.file}`, name: spec.title, message: short(errors[0]?.message) });
    }
    suites.forEach(walk);
  };
  walk(report);
  const { expected, flaky, skipped } = report.stats;
  return { passed: expected + flaky, skipped, ...failedOf(failures, code) };
}

/** A run that ended badly without a failed test (an error outside all of them, a worker that died) has failed too. */
function failedOf(failures, code) {
  return { failures, failed: failures.length === 0 && code !== 0 ? 1 : failures.length };
}

function withoutReport() {
  return { passed: 0, failed: 1, skipped: 0, failures: [] };
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** The first lines of an error, without colours and stack. */
function short(message = '') {
  const lines = message.replaceAll(COLOURS, '').split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('at ')).slice(0, 6).join(' | ').slice(0, 600);
}
