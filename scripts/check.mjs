// npm run check: types, lint and the quick unit tests, beside each other. `npm test` runs what takes longer: the slow
// unit tests, real servers, the page in Chromium.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ensureInstalled, ensureSchemas, root } from './freshness.mjs';

const begunMs = Date.now();
ensureInstalled();
ensureSchemas();
// Without a process of its own for each file: less than half of the time.
const failed = (await Promise.all([
  step('types and lint', ['node_modules/oxlint/bin/oxlint']),
  // Two workers on two cores as well, where vitest would take one: lint is over in a quarter of the time.
  step('unit', [
    'node_modules/vitest/vitest.mjs', 'run', '--project', 'quick', '--reporter=dot',
  ]),
])).filter((name) => name !== null);
console.log(
  failed.length === 0 ? `\ncheck: good (${seconds()})` : `\ncheck: FAILED in ${failed.join(' and ')} (${seconds()})`
);
process.exit(failed.length === 0 ? 0 : 1);

/** Its output is kept together and shown when it ends; null when it is good, else its name. */
async function step(name, args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => { output += String(chunk); });
  const [code] = await once(child, 'close');
  console.log(`\n== ${name}: ${code === 0 ? 'good' : 'FAILED'} (${seconds()})\n${output}`);
  return code === 0 ? null : name;
}

function seconds() {
  return `${Math.round((Date.now() - begunMs) / 1000)} s`;
}
