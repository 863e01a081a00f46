// npm run fuzz [-- [traces] [cases [first]]]: damaged profiles by the hundred thousand, or execution traces. Each must
// be refused in one sentence or read so that its tables agree, in 5 s and in less than 1 GiB. A case is its number:
// `npm run fuzz -- 1 4711` is case 4711 again.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const asked = process.argv.slice(2);
const what = asked[0] === 'traces' ? 'traces' : 'profiles';
const [count = 100_000, first = 0] = asked.slice(what === 'traces' ? 1 : 0).map(Number);
if (!Number.isInteger(count) || !Number.isInteger(first) || count < 1 || first < 0) {
  console.error('usage: npm run fuzz [-- [traces] [cases [number of the first]]]');
  process.exit(2);
}
const MAX_SECONDS = 5;
const MAX_MIB = 1024;
const LOOK_EVERY_MS = 100;

const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-fuzz-'));
process.exitCode = await fuzz().finally(() => { rmSync(folder, { recursive: true, force: true }); });

async function fuzz() {
  await build({
    configFile: false, logLevel: 'error', publicDir: false, root, ssr: { noExternal: true },
    build: {
      ssr: true, outDir: folder, emptyOutDir: true, target: 'node20',
      rolldownOptions: {
        input: { fuzzWorker: join(root, 'bench/profiles/fuzzWorker.ts') },
        output: { entryFileNames: '[name].js', format: 'es' },
      },
    },
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const started = Date.now();
  const progress = new Int32Array(new SharedArrayBuffer(4)).fill(-1);
  const worker = new Worker(pathToFileURL(join(folder, 'fuzzWorker.js')), {
    workerData: { what, first, count, progress, testdata: pathToFileURL(join(root, `testdata/${what}/`)).href },
  });
  const failures = [];
  let summary = null;
  let most = 0;
  let last = -1;
  let since = Date.now();
  const look = setInterval(() => {
    const number = Atomics.load(progress, 0);
    most = Math.max(most, process.memoryUsage.rss() / 2 ** 20);
    if (number !== last) [last, since] = [number, Date.now()];
    const seconds = (Date.now() - since) / 1000;
    if (number >= 0 && seconds > MAX_SECONDS) stop(`case ${number} has been running for ${MAX_SECONDS} s`);
    else if (most > MAX_MIB) stop(`${Math.round(most)} MiB of memory are in use at case ${number}`);
  }, LOOK_EVERY_MS);
  const stop = (why) => {
    failures.push(why);
    void worker.terminate();
  };
  await new Promise((resolve) => {
    worker.on('message', (message) => {
      if (message.failed === undefined) summary = message;
      else failures.push(message.failed);
    });
    worker.on('error', (error) => failures.push(`case ${Atomics.load(progress, 0)}: ${error.stack ?? error}`));
    worker.on('exit', resolve);
  });
  clearInterval(look);
  if (summary === null && failures.length === 0) failures.push('the worker exited without a message');
  for (const failure of failures.slice(0, 20)) console.error(`FAILED ${failure}`);
  const seconds = Math.round((Date.now() - started) / 1000);
  if (summary !== null) {
    const refused = count - summary.accepted - failures.length;
    console.log(`${count} damaged ${what} in ${seconds} s: ${summary.accepted} read, ${refused} refused, `
      + `${failures.length} failed; `
      + `slowest case ${summary.slowest} ${Math.round(summary.slowestMs)} ms; at most ${Math.round(most)} MiB`);
  }
  return failures.length === 0 ? 0 : 1;
}
