// Prints which tests failed or were flaky in the runs kept in test-results/history.ndjson, most often first.
import { readHistory } from './testing/history.mjs';

const runs = readHistory();
const count = new Map();
for (const { failed, flaky } of runs) {
  for (const [names, key] of [[failed, 'failed'], [flaky, 'flaky']]) {
    for (const name of new Set(names)) {
      const row = count.get(name) ?? { failed: 0, flaky: 0 };
      row[key]++;
      count.set(name, row);
    }
  }
}
console.log(`${runs.length} runs`);
for (const [name, row] of [...count].sort(([, a], [, b]) => b.failed + b.flaky - a.failed - a.flaky))
  console.log(`${row.failed} failed, ${row.flaky} flaky: ${name}`);
