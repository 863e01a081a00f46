/** Recognizes the output of perf stat, and says the figures that perf computed. Pure. */
import { counted, formatNumber } from '../../../../../core/text/format.ts';
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';
import { CERTAIN, when, type Format } from '../../look/format.ts';
import { sentence } from '../../look/named.ts';

const RUN = /^[ \t]*Performance counter stats for /m;
const ELAPSED = /^[ \t]*([\d,.]{1,30})\s{1,20}(?:\+- [\d,.]{1,30} )?seconds time elapsed/m;
const USER = /^[ \t]*([\d,.]{1,30})\s{1,20}(?:\+- [\d,.]{1,30} )?seconds user/m;
const SYSTEM = /^[ \t]*([\d,.]{1,30})\s{1,20}(?:\+- [\d,.]{1,30} )?seconds sys/m;
const PER_CYCLE = /#\s{1,20}([\d.]{1,12}) {1,2}insns? per cycle/;
/** Figures that perf computes itself, each with its words for one run and for several. */
const RATES: readonly (readonly [pattern: RegExp, words: string])[] = [
  [PER_CYCLE, 'instructions per cycle'],
  [/\bcontext-switches\s{1,20}#\s{1,20}([\d.]{1,12} [KM])\/sec/, 'context switches per second of CPU time'],
  [/#\s{1,20}([\d.]{1,12}) ?% frontend cycles idle/, '% of the cycles idle in the front end'],
  [/#\s{1,20}([\d.]{1,12}) ?% backend {1,2}cycles idle/, '% of the cycles idle in the back end'],
  [/#\s{1,20}([\d.]{1,12}) ?% of all branches/, '% of branches mispredicted'],
  [/#\s{1,20}([\d.]{1,12}) ?% of all cache refs/, '% of cache accesses missed'],
];
const CPUS = /#\s{1,20}([\d.]{1,12}) CPUs utilized/;
const MAX_RUNS = 6;
/** A figure that perf computed, with a decimal comma: commas and dots are exchanged in all numbers of its run. */
const EXCHANGED = /#[ \t]{1,20}\d{1,12},\d{2,3} {0,2}(?:CPUs|%|GHz|[MKG]?\/sec|insns?|M\/)/;
/** Counts of all CPUs, or of some, whatever runs on them: idle time is part of their clock. */
const OF_MACHINE = /^[ \t]*Performance counter stats for '(system wide|CPU\(s\) [\d,-]{1,100})'/m;
const SWITCHES = /^[ \t]*([\d,.]{1,30})\s{1,20}(?:context-switches|cs)\s/m;
const GHZ = /#\s{1,20}([\d.]{1,12}) GHz/;
/** Instructions per cycle below which the CPUs wait in most of their cycles. */
const FEW_PER_CYCLE = 0.7;
/** Relative distance of the CPUs that perf prints from a whole number of them. */
const WHOLE = 0.02;
/** CPUs of the host, in the head of perf report. */
const HOST_CPUS = /^[ \t]*# nrcpus online : (\d{1,5})/m;

function perfStatFacts(text: string): string | null {
  const runs = text.split(RUN).slice(1, MAX_RUNS + 1).map(withDots);
  const online = HOST_CPUS.exec(text)?.[1];
  const [only = ''] = runs;
  const seconds = valuesOf(runs, ELAPSED);
  const rates = RATES.flatMap(([pattern, words]) => {
    const values = valuesOf(runs, pattern);
    return values === null ? [] : [`${values} ${words}`];
  });
  if (runs.length !== 1) return seconds === null ? null
    : `Its ${runs.length} runs, in the order of the text: ${[`${seconds} s elapsed`, ...rates].join('; ')}.`;
  const machine = machineFacts(text, only);
  if (machine !== null) return machine;
  const cpus = valuesOf(runs, CPUS);
  const elapsed = numberOf(only, ELAPSED);
  const said = [
    ...elapsed === null ? [] : [`${formatNumber(elapsed)} s elapsed`],
    ...cpus === null ? [] : [`${formatNumber(Number(cpus))} ${
      online === undefined ? '' : `of ${online} `}CPUs in use`], ...cpuShares(only), ...rates,
  ];
  return joined([said.length === 0 ? null : `It says: ${said.join(', ')}.`, waitFact(only)]);
}

/** Says what counts of all CPUs show, of which a share in use is none; null for a run of a program. */
function machineFacts(text: string, run: string): string | null {
  const [, scope] = OF_MACHINE.exec(text) ?? [];
  if (scope === undefined) return null;
  const [elapsed, switches, cpus] = [numberOf(run, ELAPSED), numberOf(run, SWITCHES), CPUS.exec(run)?.[1]];
  const count = Math.round(Number(cpus));
  const isWhole = cpus !== undefined && count > 0 && Math.abs(Number(cpus) / count - 1) < WHOLE;
  const wait = waitFact(run);
  const rates = RATES.flatMap(([pattern, words]) => {
    const isElsewhere = words.startsWith('context') || (wait !== null && pattern === PER_CYCLE);
    const value = isElsewhere ? undefined : pattern.exec(run)?.[1];
    return value === undefined ? [] : [`${value} ${words}`];
  });
  const clock = GHZ.exec(run)?.[1];
  return joined([
    `It counts ${scope === 'system wide' ? 'the whole machine (system wide)' : `all that ran on ${scope}`}${
      elapsed === null ? '' : ` for ${formatNumber(elapsed)} s`}, not one program.`,
    cpus === undefined ? null : `"${cpus} CPUs utilized" ${isWhole ? `only says that ${counted(count, 'CPU')} ${
      count === 1 ? 'was' : 'were'} counted` : 'is no use of CPU'}: in this mode the clock also runs for idle CPUs.`,
    sentence([clock === undefined ? null : `${clock} GHz per CPU in the mean`, ...rates]),
    wait,
    switches === null || elapsed === null || elapsed <= 0 ? null : `${Math.round(switches).toLocaleString('en-US')} `
      + `context switches are ${Math.round(switches / elapsed).toLocaleString('en-US')} per second in all${
        isWhole && count > 1 ? `, ${formatNumber(switches / elapsed / count)} per CPU` : ''}.`,
    'Whether that is much shows only in comparison with another run.',
    'See with mpstat -P ALL 1 how much of the CPUs is idle, and count one program with perf stat -p PID.',
  ]);
}

/** Says what few instructions per cycle mean; null for more of them. */
function waitFact(run: string): string | null {
  const perCycle = Number(PER_CYCLE.exec(run)?.[1] ?? NaN);
  return !(perCycle < FEW_PER_CYCLE) ? null : `${formatNumber(perCycle)} instructions per cycle are few: in most `
    + 'cycles the CPUs wait, often for memory (perf stat --topdown, or its cache events, show for what).';
}

/** Returns a run with decimal points and commas between thousands, whatever the language of the host. */
const withDots = (run: string): string => (!EXCHANGED.test(run) ? run : run.replaceAll(/\d[\d.,]{0,30}/g, (number) =>
  number.replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'))));

/** Returns how much of the CPU time the kernel took. */
function cpuShares(run: string): string[] {
  const [user, system] = [numberOf(run, USER), numberOf(run, SYSTEM)];
  return user === null || system === null || user + system <= 0 ? []
    : [`${Math.round(100 * system / (user + system))} % of the CPU time in the kernel`];
}

/** Parses a number with commas between thousands, or with a decimal comma. */
function numberOf(run: string, pattern: RegExp): number | null {
  const text = pattern.exec(run)?.[1];
  if (text === undefined) return null;
  const value = Number(/^\d{1,12},\d{1,9}$/.test(text) && !/^\d{1,3},\d{3}$/.test(text) ? text.replace(',', '.')
    : text.replaceAll(',', ''));
  return Number.isFinite(value) ? value : null;
}

/** Returns the value of each run, as perf printed it; null if a run lacks it. */
function valuesOf(runs: readonly string[], pattern: RegExp): string | null {
  const values = runs.map((run) => pattern.exec(run)?.[1]);
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0 || known.length < values.length) return null;
  return known.length < 2 ? known.join('') : `${known.slice(0, -1).join(', ')} and ${known.at(-1)}`;
}

export const PERF_STAT: Format = {
  id: 'perf-stat', name: 'the output of perf stat', door: null,
  match: ({ head, isText }) => when(isText && fits(RUN, head), { ...CERTAIN, program: 'perf' }),
  interest: ({ text }) => perfStatFacts(text),
  remedy: 'It has counts without stacks: for the functions, perf record -g, then perf script.',
};
