import { relative } from 'node:path';
import { root } from '../freshness.mjs';
import { testLine, writeResult } from './results.mjs';

const RESULTS = { passed: 'passed', failed: 'failed', timedOut: 'failed', interrupted: 'failed', skipped: 'skipped' };

/** Writes each test of a Playwright run as a line of results. */
export default class PlaywrightReporter {
  #spans = new Map();

  printsToStdio() {
    return false;
  }

  onTestEnd(test, { status, duration, startTime, errors }) {
    const file = relative(root, test.location.file);
    const startMs = startTime.getTime();
    const span = this.#spans.get(file) ?? { startMs, endMs: startMs };
    span.endMs = Math.max(span.endMs, startMs + duration);
    this.#spans.set(file, span);
    writeResult(testLine({
      file, name: test.titlePath().slice(3).join(' > '), result: RESULTS[status], seconds: duration / 1000,
      message: errors.map(({ message, value }) => message ?? value ?? '').join('\n'),
    }));
  }

  /** What failed outside of all tests, e.g. a fixture of the worker. */
  onError({ message, value, location }) {
    const file = location === undefined ? '' : relative(root, location.file);
    writeResult(testLine({
      file, name: 'outside of all tests', result: 'failed', seconds: 0, message: message ?? value ?? '',
    }));
  }

  onEnd() {
    for (const [file, span] of this.#spans) writeResult({ type: 'file', file, ...span });
  }
}
