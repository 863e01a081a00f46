/**
 * Loaded by `--import` before the program: its clock and its timers run `TSDBSCOPE_CLOCK_PACE` times as fast, from
 * `TSDBSCOPE_CLOCK_START_MS` on, in every thread and process alike.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { performance } from 'node:perf_hooks';

const pace = Number(process.env.TSDBSCOPE_CLOCK_PACE ?? 1);
const startMs = Number(process.env.TSDBSCOPE_CLOCK_START_MS ?? Date.now());
const RealDate = Date;
const realNow = Date.now.bind(Date);
const fastNow = () => Math.round(startMs + pace * (realNow() - startMs));

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(fastNow());
    else super(...args);
  }

  static now() { return fastNow(); }
};

const performanceNow = performance.now.bind(performance);
performance.now = () => pace * performanceNow();

for (const name of ['setTimeout', 'setInterval']) {
  const real = globalThis[name];
  const fast = (action, ms, ...args) => real(action, (ms ?? 0) / pace, ...args);
  // `util.promisify(setTimeout)` looks for it.
  for (const symbol of Object.getOwnPropertySymbols(real)) fast[symbol] = real[symbol];
  globalThis[name] = fast;
  timers[name] = fast;
}
const realWait = timersPromises.setTimeout;
timersPromises.setTimeout = (ms, ...args) => realWait((ms ?? 0) / pace, ...args);
syncBuiltinESMExports();
