/** Says of a kill for want of memory of the whole machine how full the swap was, who only asked, and the step. Pure. */
import { formatBytes } from '../../../../../../core/text/format.ts';
import { joined } from '../../../look/factTools.ts';
import { hasStep } from '../../prose/steps.ts';

const KILLED = new RegExp(/\bThe kernel killed ([\w.@-]{1,60}) \(pid [^()\n]{1,80}\)[^\n]{0,60}? because/.source
  + / the memory of the machine ran out/.source);
const INVOKED = /(?:^|[\s\]:])([\w.:/@-]{1,40}) invoked oom-killer/g;
const FREE_SWAP = /\bFree swap {0,4}= {0,4}(\d{1,15}) ?kB/;
const ALL_SWAP = /\bTotal swap {0,4}= {0,4}(\d{1,15}) ?kB/;
const FAILED_UNIT = /\b([\w@.-]{1,60})\.service(?: entered failed state|: Failed with result)/g;
const STARTED = new RegExp(/\bsystemd(?:\[\d{1,9}\])?: /.source
  + /(?:Started|Starting|[\w@.-]{1,60}\.service: Scheduled restart job)\b[^\n]{0,120}/.source, 'g');
const HOLDS_SERIES = /prometheus|thanos|mimir|cortex|victoria|vmstorage/i;
const FULL_RATIO = 0.05;
const MAX_CHARS = 128 * 1024;

/** Returns null for another kill, and for one of several processes. */
export function machineMemory(facts: string, text: string): string | null {
  const name = KILLED.exec(facts)?.[1];
  if (name === undefined) return null;
  const head = text.slice(0, MAX_CHARS);
  const [asker, another] = new Set([...head.matchAll(INVOKED)].map(([, who = '']) => who));
  const [free, all] = [FREE_SWAP, ALL_SWAP].map((pattern) => 1024 * Number(pattern.exec(head)?.[1] ?? NaN));
  const swap = free === undefined || all === undefined || !(all > 0) ? null
    : free > FULL_RATIO * all ? `Swap still had ${formatBytes(free)} of ${formatBytes(all)} free.`
      : `Swap was full, too (${formatBytes(all)}).`;
  const isOther = asker !== undefined && another === undefined && !asker.startsWith(name) && !name.startsWith(asker);
  const failed = [...head.matchAll(FAILED_UNIT)].filter(([, unit = '']) => unit.includes(name)).at(-1);
  const isStarted = failed !== undefined && [...head.slice(failed.index).matchAll(STARTED)]
    .some(([line]) => line.toLowerCase().includes(name.toLowerCase()));
  return joined([
    isOther && !facts.includes(asker)
      ? `${asker} only asked for memory when none was left, which does not make it the cause.` : null,
    swap,
    failed === undefined || isStarted ? null
      : 'Its unit is failed, and the text shows no start after that: see whether it runs.',
    hasStep(facts) ? null : `Give the machine more memory, or let ${name} hold less${HOLDS_SERIES.test(name)
      ? ': see its number of series (prometheus_tsdb_head_series) and its queries, and take a heap profile before it '
        + 'is as large again' : ', and find what took it'}.`,
  ]);
}
