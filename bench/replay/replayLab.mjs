/** What the makers of replays share: processes that end with this one, limits on their CPU, truths from their logs. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

const KEPT_MEMSTATS = 'memstats_(gc_cpu_fraction|heap_inuse_bytes|heap_alloc_bytes|heap_idle_bytes|heap_released_bytes'
  + '|sys_bytes|next_gc_bytes|alloc_bytes_total|last_gc_time_seconds)';
const KEPT_NAMES = [
  'process_(cpu_seconds_total|resident_memory_bytes|start_time_seconds|virtual_memory_bytes)',
  `go_(info|goroutines|gc_duration_seconds_(count|sum)|gc_gogc_percent|gc_gomemlimit_bytes|${KEPT_MEMSTATS})`,
  'prometheus_(ready|build_info)',
  'prometheus_tsdb_(data_replay_duration_seconds|head_(min|max)_time(_seconds)?|blocks_loaded|mmap_chunks_total)',
  'prometheus_tsdb_head_(series|series_created_total|chunks|samples_appended_total'
    + '|out_of_order_samples_appended_total|chunks_storage_size_bytes)',
  'prometheus_tsdb_(wal|out_of_order_wbl)_(storage_size_bytes|segment_current)',
];
const KEPT = new RegExp(
  `^(prometheus_target_interval_length_seconds\\{[^}]*quantile="0\\.5"|(${KEPT_NAMES.join('|')})[{ ])`
);

/** As root: so that what else runs on the host disturbs a replay little. */
export const PREFIX = process.getuid?.() === 0 ? ['nice', '-n', '-20'] : [];

/** The scheduler weighs sessions before processes. */
export function raisePriority() {
  if (PREFIX.length > 0 && existsSync('/proc/self/autogroup')) writeFileSync('/proc/self/autogroup', '-20');
}

const children = [];
const groups = [];
export const sleep = (ms) => new Promise((resume) => { setTimeout(resume, ms); });
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  for (const group of groups) try { rmdirSync(group); } catch { /* It still holds a process that is being killed. */ }
});
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => process.exit(130));

export function start(command, logFile, env = {}, cwd = undefined) {
  const log = openSync(logFile, 'a');
  const child = spawn(
    command[0], command.slice(1), { stdio: ['ignore', log, log], env: { ...process.env, ...env }, cwd }
  );
  closeSync(log);
  children.push(child);
  child.gone = new Promise((resume) => { child.once('exit', resume); });
  return child;
}

export async function freePort() {
  const server = createServer();
  await new Promise((resume) => { server.listen(0, '127.0.0.1', resume); });
  const { port } = server.address();
  await new Promise((resume) => { server.close(resume); });
  return port;
}

export async function until(what, limitMs, check) {
  const endMs = Date.now() + limitMs;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (Date.now() > endMs) throw new Error(`not within ${limitMs} ms: ${what}`);
    await sleep(100);
  }
}

export const isReady = async (url) => {
  try { return (await fetch(`${url}/-/ready`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch { return false;
  }
};

/**
 * A CPU quota as a container has it, in cores (cgroup v1, as root): it limits work and, unlike SIGSTOP, leaves waiting
 * alone. Called again for a process, it changes its quota.
 */
export function limitCpu(pid, cores) {
  const group = `/sys/fs/cgroup/cpu/replay-${pid}`;
  const isNew = !existsSync(group);
  if (isNew) mkdirSync(group);
  writeFileSync(join(group, 'cpu.cfs_quota_us'), String(Math.round(cores * 100_000)));
  if (!isNew) return;
  // The priority of a process counts within its group alone.
  writeFileSync(join(group, 'cpu.shares'), '262144');
  writeFileSync(join(group, 'cgroup.procs'), String(pid));
  groups.push(group);
}

/** The kernel's peak of resident memory so far. */
export function peakRssBytes(pid) {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/** Times from the server's log (2.x or 3.x), ms. */
export function truthOf(log) {
  const lines = log.split('\n').map((line) => ({ line, ms: Date.parse(/^(?:ts|time)=(\S+)/.exec(line)?.[1] ?? '') }));
  const find = (text) => lines.find(({ line }) => line.includes(text));
  const loaded = (text) => lines.filter(({ line }) => line.includes(text))
    .map(({ line, ms }) => ({ segment: Number(/segment=(\d+)/.exec(line)?.[1]), ms }));
  const done = find('WAL replay completed');
  const stated = (name) => new RegExp(`${name}=(\\S+)`).exec(done?.line ?? '')?.[1] ?? null;
  // A build of the module has no version in it; the form of the lines tells 3.x.
  const version = /\(version=(\d[^,+]*)/.exec(log)?.[1] ?? (log.includes('\ntime=') ? '3.15.0' : '2.42.0');
  return {
    version,
    walBeginsMs: find('Replaying WAL, this may take a while')?.ms ?? null,
    checkpointMs: find('WAL checkpoint loaded')?.ms ?? null,
    replayedMs: done?.ms ?? null,
    readyMs: find('Server is ready to receive web requests')?.ms ?? null,
    stated: {
      checkpoint: stated('checkpoint_replay_duration'), wal: stated('wal_replay_duration'),
      wbl: stated('wbl_replay_duration'), total: stated('total_replay_duration'),
    },
    segments: loaded('msg="WAL segment loaded"'),
    wbl: loaded('msg="WBL segment loaded"'),
  };
}

/**
 * Entries of recordings, only what the panel reads and no requests that failed to be of use: of what came before the
 * kill all of the last `wholeMs`, and before that one scrape in `thinMs`.
 */
export function slim(recordings, killMs, { wholeMs, thinMs }) {
  let thinnedMs = 0;
  const entries = recordings.flatMap((bytes) => gunzipSync(bytes).toString('utf8').split('\n'))
    .filter((line) => line !== '').map((line) => JSON.parse(line)).filter((entry) => {
      if (entry.t >= killMs - wholeMs) return true;
      const kept = entry.path === '/metrics' && entry.t - thinnedMs >= thinMs;
      if (kept) thinnedMs = entry.t;
      return kept;
    });
  const lines = entries.map((entry) => {
    if (entry.path === '/metrics' && typeof entry.body === 'string')
      entry.body = entry.body.split('\n').filter((text) => KEPT.test(text)).join('\n') + '\n';
    return JSON.stringify(entry);
  });
  return gzipSync(`${lines.join('\n')}\n`, { level: 9 });
}
