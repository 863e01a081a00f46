/** Judges what shows a host or its containers at one moment: memory, CPU, disks, limits. Pure; bounded. */
import { formatNumber } from '../../../../../core/text/format.ts';
import { containersIn } from '../../outputs/host/containerStats.ts';
import { NO_FAULT, type Judge, type Verdict } from './verdict.ts';

/** From this percentage of memory that is available on, or of idle CPU, neither is short. */
const ENOUGH_PERCENT = 20;
const LITTLE_PERCENT = 10;
const NO_GROWTH = 'One moment shows no growth: for that compare process_resident_memory_bytes over hours.';
const RSS = 'Whether memory grows is not in it: compare process_resident_memory_bytes over hours.';

const AVAILABLE = /\b(\d{1,3}) % of the memory (?:of the host )?is (?:available|free)\b/g;
const IDLE = /\bCPUs are (\d{1,3}(?:\.\d{1,3})?) % idle/g;

/** Returns the least percentage that the facts state, as of several hosts; NaN without one. */
function percentIn(pattern: RegExp, facts: string): number {
  const all = [...facts.matchAll(pattern)].map(([, percent]) => Number(percent));
  return all.length === 0 ? NaN : Math.min(...all);
}

/** Judges top and free by the memory that is available and the CPU that is idle. */
export const memoryVerdict: Judge = (_, facts) => {
  const [available, idle] = [percentIn(AVAILABLE, facts), percentIn(IDLE, facts)];
  if (available < LITTLE_PERCENT) return {
    said: `Little memory is left (${available} %)${idle < ENOUGH_PERCENT ? ', and CPU is short, too' : ''}: when `
      + 'memory runs out, the kernel kills a process, mostly the one that has most.', next: null,
  };
  if (!(available >= ENOUGH_PERCENT)) return { said: null, next: NO_GROWTH };
  return {
    said: idle >= ENOUGH_PERCENT ? 'Neither memory nor CPU of the host was short at that moment.'
      : idle < ENOUGH_PERCENT ? 'Memory was not short at that moment, but CPU was.'
        : 'Memory was not short at that moment.', next: NO_GROWTH,
  };
};

export const processVerdict: Judge = () => ({ said: null, next: RSS });

/** Judges docker stats by the fullest limit; one limit for all is mostly the memory of the host. */
export const containersVerdict: Judge = (text, facts) => {
  const rows = containersIn(text).filter(({ ratio }) => Number.isFinite(ratio));
  const most = 100 * Math.max(0, ...rows.map(({ ratio }) => ratio));
  const isOne = rows.length > 1 && new Set(rows.map(({ limit }) => limit)).size === 1;
  if (rows.length === 0 || !(most < 100 - ENOUGH_PERCENT) || /\blimit\b/.test(facts)) return { said: null, next: RSS };
  return {
    said: `No container is near its memory limit: at most ${formatNumber(most)} %.${!isOne ? ''
      : ` The limit of all is ${rows[0]?.limit ?? ''}, as where none is set and the memory of the host is shown.`}`,
    next: NO_GROWTH,
  };
};

export const podUseVerdict: Judge = (_, facts) => (/\blimit\b/.test(facts) ? { said: null, next: RSS } : {
  said: null, next: 'Whether that is much depends on the limits, which it does not show (kubectl describe pod).',
});

export const nodesVerdict: Judge = (_, facts) => (!/, all ready\.$/.test(facts) ? null : {
  said: `${NO_FAULT}.`,
  next: 'Pressure on memory or disk, and what a node has left, shows in kubectl describe node.',
});

const FULLEST = /^(\S{1,300}) is the fullest: (\d{1,3}) %(?! of its inodes)/;
const ROOMY_PERCENT = 80;
const FULL_PERCENT = 95;

/** Judges df by the fullest file system. */
export const diskVerdict: Judge = (text, facts): Verdict | null => {
  const [, mount = '', share] = FULLEST.exec(facts) ?? [];
  const percent = Number(share ?? 'NaN');
  const hasInodes = /\bInodes\b|\bIUse%|of its inodes/.test(`${text}\n${facts}`);
  if (percent < ROOMY_PERCENT) return {
    said: `No file system is near full${hasInodes ? '' : ' by its bytes'}.`,
    next: hasInodes || facts.includes('where du finds') ? null
      : 'Inodes may run out before the bytes: df -i shows them.',
  };
  return !(percent < FULL_PERCENT) ? null : {
    said: `${mount} is not full yet, but little is left; a database there needs room for the new block of a compaction `
      + 'before the old ones are deleted.', next: 'For what fills the disk, open ls -l or du of the data folder.',
  };
};

const BUSY = new RegExp(/^\S{1,60} is the busiest device: up to ([\d.]{1,8}) % of the time/.source
  + /(?:, with waits of up to ([\d,.]{1,12}) ms)?/.source);
const BUSY_PERCENT = 60;
const LONG_WAIT_MS = 20;

/** Judges iostat by the busiest device. */
export const devicesVerdict: Judge = (_, facts) => {
  const [, share, wait = '0'] = BUSY.exec(facts) ?? [];
  return !(Number(share ?? 'NaN') < BUSY_PERCENT) || !(Number(wait.replaceAll(',', '')) < LONG_WAIT_MS) ? null
    : { said: 'No disk was busy in that time.', next: null };
};

const OF_VMSTAT = /^CPU waits for the disk up to (\d{1,3}) % of the time and is idle at least (\d{1,3}) %/;
const MUCH_WAITING = 10;

/** Judges vmstat by idle CPU, waits for the disk and swapping. */
export const vmstatVerdict: Judge = (text, facts) => {
  const [, wait, idle] = OF_VMSTAT.exec(facts) ?? [];
  const isShort = facts.includes('it swaps') || !(Number(wait ?? 'NaN') < MUCH_WAITING)
    || !(Number(idle ?? 'NaN') >= ENOUGH_PERCENT);
  return isShort ? null : {
    said: `Neither the CPU nor the disk was short in that time${
      /\bsi\s+so\b/.test(text) ? ', and nothing was swapped' : ''}.`, next: null,
  };
};
