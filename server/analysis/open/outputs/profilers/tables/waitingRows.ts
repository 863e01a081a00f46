/** Sets rows of functions and system calls in which a thread waits apart from those that work. Pure. */
import { isWaiting } from '../../../../../../core/profile/waitingFunctions.ts';
import type { Look } from '../../../look/look.ts';

/** `12.10    0.031234          31      1002        12 futex`: share, seconds, per call, calls, errors, system call. */
const CALL_ROW = new RegExp(String.raw`^[ \t]{0,20}([\d.]{1,8})[ \t]{1,20}[\d.]{1,16}[ \t]{1,20}\d{1,12}[ \t]{1,20}`
  + String.raw`(\d{1,12})[ \t]{1,20}(?:\d{1,12}[ \t]{1,20})?([a-z_]\w{0,40})[ \t]*$`, 'gm');
const WAITS = new RegExp(String.raw`^(?:futex\w{0,12}|epoll_p?wait2?|p?poll|p?select6?|(?:clock_)?nanosleep\w{0,12}`
  + String.raw`|wait4|waitid|pause|rt_sigtimedwait\w{0,12}|rt_sigsuspend|restart_syscall|accept4?|io_getevents)$`);
/** `   130    5.39%       13  shop.Cart.total`: value, share, samples, function. */
const ASYNC_ROW = /^ *\d{1,18} +([\d.]{1,6})% +\d{1,12} +(\S.{0,300}?)\s*$/gm;
const MAX_ROWS = 1000;
const MAX_TOLD = 2;
/** Percent from which the waiting rows are what the table is mostly of. */
const MIN_PERCENT = 30;

interface Row { name: string; percent: number; calls: number }

const shown = (percent: number): string => `${Number(percent.toPrecision(3))} %`;
const sumOf = (rows: readonly Row[]): number => rows.reduce((sum, { percent }) => sum + percent, 0);
const namesOf = (rows: readonly Row[]): string => rows.slice(0, MAX_TOLD).map(({ name }) => name).join(' and ');

/** Returns the system calls with most time, those in which threads wait apart. */
export function straceFacts({ text }: Look): string | null {
  const rows = [...text.matchAll(CALL_ROW)].slice(0, MAX_ROWS)
    .map(([, percent, calls, name = '']): Row => ({ name, percent: Number(percent), calls: Number(calls) }))
    .filter(({ name }) => name !== 'total').toSorted((a, b) => b.percent - a.percent);
  const waits = rows.filter(({ name }) => WAITS.test(name));
  const isNoted = sumOf(waits) >= MIN_PERCENT;
  const [most] = isNoted ? rows.filter(({ name }) => !WAITS.test(name)) : rows;
  const ofMost = most === undefined || most.percent === 0 ? null
    : `${isNoted ? 'Of the others, ' : ''}${most.name} has most of the time: ${shown(most.percent)}, in ${
      most.calls.toLocaleString('en-US')} ${most.calls === 1 ? 'call' : 'calls'}.`;
  const ofWaits = !isNoted ? null : `${shown(sumOf(waits))} of the time is in ${namesOf(waits)}, in which threads wait `
    + 'for locks, for work or for the network: that is waiting, as is usual for threads with nothing to do, not work.';
  return [ofWaits, ofMost].filter((part) => part !== null).join(' ') || null;
}

/** Returns what a table of async-profiler says of functions that wait, and the first that does not; null for few. */
export function waitingFacts(text: string): string | null {
  const rows = [...text.matchAll(ASYNC_ROW)].slice(0, MAX_ROWS)
    .map(([, percent, name = '']): Row => ({ name, percent: Number(percent), calls: 0 }));
  const waits = rows.filter(({ name }) => isWaiting(name.replace(/_\[\w\]$/, ''), ''));
  if (sumOf(waits) < MIN_PERCENT) return null;
  const most = rows.find((row) => !waits.includes(row));
  return `${shown(sumOf(waits))} of the samples are in functions that wait, such as ${namesOf(waits)}: that is waiting`
    + `, as is usual for threads with nothing to do, not work.${most === undefined ? ''
      : ` Of the others, ${most.name} has the highest self share: ${shown(most.percent)}.`} For code that works, `
    + 'record CPU time (-e cpu).';
}
