import { testLine, writeResult } from './results.mjs';

const RESULTS = { passed: 'passed', failed: 'failed', skipped: 'skipped' };

/** Writes each test of a vitest run as a line of results. */
export default class VitestReporter {
  #startedMs = new Map();

  onTestModuleStart({ moduleId }) {
    this.#startedMs.set(moduleId, Date.now());
  }

  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (RESULTS[state] === undefined) return;
    writeResult(testLine({
      file: test.module.relativeModuleId, name: test.fullName, result: state,
      seconds: (test.diagnostic()?.duration ?? 0) / 1000, message: messageOf(errors),
    }));
  }

  /** Hooks that failed are errors of their suite. */
  onTestSuiteResult(suite) {
    this.#errorsOf(suite.module, suite.errors(), suite.fullName);
  }

  onTestModuleEnd(module) {
    this.#errorsOf(module, module.errors(), 'the file itself');
    const startMs = this.#startedMs.get(module.moduleId) ?? Date.now();
    writeResult({ type: 'file', file: module.relativeModuleId, startMs, endMs: Date.now() });
  }

  /** What no test awaited, e.g. a rejection after the end. */
  onTestRunEnd(_modules, unhandledErrors) {
    this.#errorsOf({ relativeModuleId: '' }, unhandledErrors, 'outside of all tests');
  }

  #errorsOf({ relativeModuleId: file }, errors, name) {
    if (errors.length === 0) return;
    writeResult(testLine({ file, name, result: 'failed', seconds: 0, message: messageOf(errors) }));
  }
}

function messageOf(errors = []) {
  return errors.map((error) => textOf(error)).join('\n');
}

/** With what caused it: a worker that ended says why there alone. */
function textOf({ name, message, stack, cause }) {
  const because = typeof cause === 'object' && cause !== null ? ` (cause: ${textOf(cause)})` : '';
  return `${name ?? 'Error'}: ${message ?? stack ?? ''}${because}`;
}
