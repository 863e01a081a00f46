// Whether failed tests may run again, and what that run says. A real server or a browser on a full machine can fail a
// test that nothing broke; such a file runs twice more, alone, and passes as *flaky* where both runs are green.
import { LANES } from './lanes.mjs';

/** Bounds of `npm test` and of `npm run test:all`: more than this is a fault, not a full machine. */
export const AGAIN = {
  gate: { maxFiles: 2, runs: 2, maxSeconds: 120 },
  all: { maxFiles: 5, runs: 1, maxSeconds: 1200 },
};

/** Names of errors that state a wrong result whatever the machine did. */
const WRONG = /\bOracleMismatch\b/;

/**
 * The files to run again, as {lane, file}[]; none, with the reason, where a failure is final. `results`: of
 * `laneResult`.
 */
export function filesToRunAgain(results, { maxFiles, maxSeconds }) {
  const files = [];
  for (const { lane, failures, spans, faults } of results) {
    for (const { file, name, message = '' } of failures) {
      const final = finalReason({ lane, file, message, span: spans[file], faults });
      if (final !== null) return { files: [], reason: `${file === '' ? lane : file}: ${name}: ${final}` };
      if (!files.some((one) => one.lane === lane && one.file === file)) files.push({ lane, file, span: spans[file] });
    }
  }
  if (files.length > maxFiles)
    return { files: [], reason: `${files.length} files failed, at most ${maxFiles} may run again` };
  const seconds = files.reduce((sum, { span }) => sum + (span.endMs - span.startMs) / 1000, 0);
  if (seconds > maxSeconds) return { files: [], reason: `the failed files take ${Math.round(seconds)} s` };
  return { files: files.map(({ lane, file }) => ({ lane, file })), reason: null };
}

function finalReason({ lane, file, message, span, faults }) {
  if (LANES[lane].kind === 'unit') return 'unit tests depend on nothing that may be late';
  if (file === '' || span === undefined) return 'it belongs to no test file';
  if (WRONG.test(message)) return 'a result differs from its oracle';
  const fault = faults.find(({ atMs }) => atMs >= span.startMs && atMs <= span.endMs);
  return fault === undefined ? null : fault.what;
}

/** Failures of the first run whose file passed in all further runs; the others have failed. */
export function splitFlaky(failures, further) {
  // A run that crashed names no file: it clears none.
  if (further.some(({ failures: of }) => of.some(({ file }) => file === ''))) return { flaky: [], failed: failures };
  const red = new Set(further.flatMap((result) => result.failures.map(({ file }) => file)));
  const green = new Set(further.flatMap(({ tests }) => tests.map(({ file }) => file)).filter((file) => !red.has(file)));
  return {
    flaky: failures.filter(({ file }) => green.has(file)), failed: failures.filter(({ file }) => !green.has(file)),
  };
}
