#!/usr/bin/env node
// Makes WALs under load, kills Prometheus with SIGKILL, starts it again and lets tsdbscope record the replay.
// Everything on loopback, in a temporary folder, and it exits on its own. Needs `prometheus` in PATH and a build of
// tsdbscope.
//
//   node bench/replay/recordReplays.mjs OUT_FOLDER PLAN...        (plans: replayPlans.mjs)
//
// For each replay: OUT_FOLDER/NAME.ndjson.gz (the recording as tsdbscope exports it, then only the series the replay
// panel reads) and NAME.truth.json (from the server's own log and the kernel's view of the process).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { limitCpu, peakRssBytes, PREFIX, raisePriority, sleep, start, truthOf, until } from './replayLab.mjs';
import { PLANS } from './replayPlans.mjs';
import { endUnderLoad, keepReplay, recordingOf, startUnderLoad } from './underLoad.mjs';

const MAX_MS = 600_000;
const PERIOD_MS = 150;
/**
 * Of what came before the kill a recording keeps so much: all of the last part, and before that one scrape in so long.
 */
const BEFORE_MS = 185_000;
const WHOLE_BEFORE_MS = 8_000;
const THIN_MS = 5_000;
const AFTER_MS = 5_000;
raisePriority();

async function runPlan(plan, outFolder) {
  const lab = await startUnderLoad(plan, PREFIX);
  const { folder } = lab;
  let { prometheus } = lab;
  await sleep(Math.max(0, plan.buildSeconds * 1000 - (Date.now() - lab.begunMs)));
  for (const replay of plan.replays) {
    const killMs = Date.now();
    prometheus.kill('SIGKILL');
    await prometheus.gone;
    await sleep(2000);
    const logFile = join(folder, `${replay.name}.log`);
    const restartMs = Date.now();
    // A core shared with a spinning process of the same priority.
    const pin = replay.shared ? ['taskset', '-c', '0'] : [];
    const spinner = replay.shared ? start([...pin, ...PREFIX, process.execPath, '-e', 'for (;;);'], logFile) : null;
    const command = [...pin, ...PREFIX, ...lab.command];
    prometheus = start(command, logFile, { GOMAXPROCS: String(replay.maxProcs ?? 1) }, folder);
    const running = prometheus;
    if (replay.quota !== undefined) limitCpu(running.pid, replay.quota);
    let ready = false;
    const throttle = async () => {
      while (!ready && running.exitCode === null && running.signalCode === null) {
        const ratio = replay.thenRatio !== undefined && Date.now() - restartMs > replay.thenAfterMs ? replay.thenRatio
          : replay.runRatio;
        running.kill('SIGCONT');
        await sleep(PERIOD_MS * ratio);
        if (!ready) running.kill('SIGSTOP');
        await sleep(PERIOD_MS * (1 - ratio));
      }
      running.kill('SIGCONT');
    };
    const throttled = replay.runRatio === undefined ? null : throttle();
    await until(
      `${replay.name} is replayed`, MAX_MS, () => readFileSync(logFile, 'utf8').includes('Server is ready to receive')
    );
    const peak = peakRssBytes(running.pid);
    ready = true;
    await throttled;
    spinner?.kill('SIGKILL');
    await sleep(AFTER_MS);
    const whole = await recordingOf(lab, killMs - BEFORE_MS, Date.now());
    if (process.env.KEEP_WHOLE) writeFileSync(join(outFolder, `${replay.name}.whole.gz`), whole);
    const truth = {
      killMs, restartMs, ...truthOf(readFileSync(logFile, 'utf8')), peakRssBytes: peak,
      settings: { ...plan, replays: undefined, ...replay },
    };
    const history = { wholeMs: WHOLE_BEFORE_MS, thinMs: THIN_MS };
    console.log(`${replay.name}: ${keepReplay(join(outFolder, replay.name), [whole], truth, history)}`);
    if (replay !== plan.replays.at(-1))
      await sleep(plan.betweenSeconds === undefined ? AFTER_MS : plan.betweenSeconds * 1000);
  }
  prometheus.kill('SIGKILL');
  await prometheus.gone;
  await endUnderLoad(lab);
}

const [outArgument, ...names] = process.argv.slice(2);
if (outArgument === undefined || names.length === 0 || names.some((name) => PLANS[name] === undefined)) {
  console.error('usage: node bench/replay/recordReplays.mjs OUT_FOLDER PLAN...');
  console.error(`plans: ${Object.keys(PLANS).join(', ')}`);
  process.exit(2);
}
const outFolder = resolve(outArgument);
mkdirSync(outFolder, { recursive: true });
for (const name of names) await runPlan(PLANS[name], outFolder);
process.exit(0);
