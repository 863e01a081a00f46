/** Describes the process of one scrape: its start, memory, goroutines and file descriptors, and halted states. Pure. */
import { formatBytes, formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import type { Role } from '../../../data/metrics/roleNames.ts';
import { joined } from '../look/factTools.ts';
import { sentence } from '../look/named.ts';
import type { Sample, Scrape } from './readScrape.ts';
import { haltedCompactor, readOnlyStorage } from './storeTroubles.ts';

export const PROCESS_ROLES = [
  'processStartSeconds', 'cpuSeconds', 'lastGcSeconds', 'headMinTimeMs', 'headMaxTimeMs', 'residentBytes',
  'heapAllocBytes', 'goroutines', 'compactorHalted', 'storageReadOnly', 'rushedMode',
] as const satisfies readonly Role[];

type Values = Partial<Record<Role, number>>;

/** The time of a process is after 2001; smaller values are uptimes or unset. */
const MIN_TIME_SECONDS = 1e9;
const FILES = /^process_(open|max)_fds$/;
/** Shares of the limit of file descriptors from which they are told, and called near. */
const TOLD_FILES_RATIO = 0.5;
const NEAR_FILES_RATIO = 0.8;
/** A head holds at most 1.5 block ranges of 2 h, and the time until its compaction ends. */
const LONG_HEAD_SECONDS = 4 * 3600;

/** Shorter runs have no usual use of CPU. */
const MIN_RUN_SECONDS = 3600;

/** Describes what stops the server from working; null if nothing in the scrape says so. */
export function haltedFacts({ compactorHalted, storageReadOnly, rushedMode }: Values, scrape: Scrape): string | null {
  const { open, max } = filesOf(scrape);
  const ups = scrape.samples.filter(({ name }) => name === 'up');
  const down = ups.filter(({ value }) => value === 0);
  return joined([
    (compactorHalted ?? 0) > 0 ? haltedCompactor(scrape) : null,
    (storageReadOnly ?? 0) > 0 ? readOnlyStorage(scrape) : null,
    (rushedMode ?? 0) > 0 ? 'It is in rushed mode: it cannot persist chunks as fast as samples come.' : null,
    open > NEAR_FILES_RATIO * max
      ? `It has ${whole(open)} of at most ${whole(max)} file descriptors open: near the limit.` : null,
    down.length === 0 ? null : `up is 0 for ${down.length} of ${ups.length} targets${namesOf(down)}.`,
  ]);
}

const MAX_TARGETS = 3;
const OF_TARGET = /(?:^|,)\s{0,4}((?:job|instance)="[^"]{1,120}")/g;

/** Returns the first targets with their job and instance, in brackets; `""` if the samples name none. */
function namesOf(down: readonly Sample[]): string {
  const names = down.flatMap(({ labelText }) => {
    const labels = [...labelText.matchAll(OF_TARGET)].map(([, label]) => label).join(', ');
    return labels === '' ? [] : [labels];
  });
  const more = names.length - MAX_TARGETS;
  return names.length === 0 ? ''
    : ` (${names.slice(0, MAX_TARGETS).join('; ')}${more > 0 ? `; and ${more} more` : ''})`;
}

/** Describes the start, the memory and the goroutines. `hasSpan`: whether other facts tell how long the head is. */
export function processFacts(values: Values, scrape: Scrape, hasSpan = false): string | null {
  const { residentBytes, heapAllocBytes, goroutines } = values;
  const { open, max } = filesOf(scrape);
  const files = open > TOLD_FILES_RATIO * max && open <= NEAR_FILES_RATIO * max
    ? `${whole(open)} of at most ${whole(max)} file descriptors` : null;
  return joined([
    headSpan(values, hasSpan), startFact(values) ?? uptimeFact(scrape),
    sentence([
      residentBytes === undefined ? null : `${formatBytes(residentBytes)} of resident memory`,
      heapAllocBytes === undefined ? null : `${formatBytes(heapAllocBytes)} of Go heap`,
      goroutines === undefined ? null : `${whole(goroutines)} ${goroutines === 1 ? 'goroutine' : 'goroutines'}`, files,
    ]),
  ]);
}

/** A scrape states no time of its own; the newest time in it is at or before the scrape. */
function startFact({ processStartSeconds: start, cpuSeconds, lastGcSeconds, headMaxTimeMs }: Values): string | null {
  if (start === undefined || start < MIN_TIME_SECONDS) return null;
  const newest = Math.max(lastGcSeconds ?? 0, (headMaxTimeMs ?? 0) / 1000);
  const seconds = newest - start;
  const ran = seconds > 0 ? `, and had run for at least ${formatSeconds(seconds)}` : '';
  const used = seconds < MIN_RUN_SECONDS || cpuSeconds === undefined || cpuSeconds <= 0 ? ''
    : `, with at most ${formatNumber(cpuSeconds / seconds)} cores on average`;
  return `It was started at ${timeText(start)}${ran}${used}.`;
}

/** Returns how long VictoriaMetrics has run, which it states itself; null for other programs. */
export function uptimeFact({ samples }: Scrape): string | null {
  const of = (metric: RegExp): number => samples.find(({ name }) => metric.test(name))?.value ?? NaN;
  const [ran, start] = [of(/^vm_app_uptime_seconds$/), of(/^process_start_time_seconds$/)];
  return !(ran > 0) ? null : `It had run for ${formatSeconds(ran)}${
    start < MIN_TIME_SECONDS || Number.isNaN(start) ? '' : `, since ${timeText(start)}`}.`;
}

function headSpan({ headMinTimeMs: from, headMaxTimeMs: to }: Values, isTold: boolean): string | null {
  if (from === undefined || to === undefined) return null;
  const seconds = (to - from) / 1000;
  if (!(seconds > 0) || to < MIN_TIME_SECONDS * 1000) return null;
  if (isTold) return `Its newest sample is of ${timeText(to / 1000)}.`;
  return `Its head spans ${formatSeconds(seconds)} up to ${timeText(to / 1000)}${seconds <= LONG_HEAD_SECONDS ? ''
    : ', where 2 to 3 h are usual: look for failed compactions in the log'}.`;
}

function filesOf({ samples }: Scrape): { open: number; max: number } {
  const value = (which: string): number =>
    samples.find(({ name }) => FILES.exec(name)?.[1] === which)?.value ?? NaN;
  return { open: value('open'), max: value('max') };
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? 'an unknown time' : `${date.toISOString().slice(0, 19)}Z`;
}
