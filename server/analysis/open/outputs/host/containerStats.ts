/** Recognizes and summarizes docker stats: the container that is nearest one of its limits comes first. Pure. */
import { formatNumber } from '../../../../../core/text/format.ts';
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { CERTAIN, when, type Format } from '../../look/format.ts';

const HEADER = /^CONTAINER(?: ID)?\s.*CPU %\s+MEM USAGE/m;
/** A row: name, CPU, memory, memory limit; podman and nerdctl print the same. */
const CONTAINER = new RegExp(String.raw`^[ \t]{0,8}(?:[0-9a-f]{12}\s+)?(\S{1,200})\s+([\d.]{1,8})%\s+`
  + String.raw`([\d.]{1,9} ?[kKMGT]?i?B) ?\/ ?([\d.]{1,9} ?[kKMGT]?i?B)`, 'gm');
/** A header that Markdown put between bars. */
const BARRED_HEADER = /^(?:NAME|CONTAINER(?: ID)?)\s+.{0,100}\bCPU %\s+MEM USAGE/m;
const CPU_LIMITS: readonly RegExp[] = [
  /^[ \t-]{0,40}cpus:\s{1,4}['"]?(\d{1,3}(?:\.\d{1,3})?)['"]?\s*(?:#.*)?$/gm,
  /--cpus[= ]['"]?(\d{1,3}(?:\.\d{1,3})?)\b/g,
  /\bcpus: ['"]?(\d{1,3}(?:\.\d{1,3})?)['"]?[`)]/g,
  /\bCPU limit (?:of|is|:|=)[ `*"']{1,4}(\d{1,3}(?:\.\d{1,3})?)[`*"']{0,3} ?(?:cores?|v?cpus?)\b/gi,
  /\blimit(?:ed)? (?:of|to) [`*"']{0,3}(\d{1,3}(?:\.\d{1,3})?)[`*"']{0,3} (?:cores?|v?cpus?)\b/gi,
];
const MAX_ROWS = 2000;
const MAX_CHARS = 256 * 1024;
/** Share of a limit from which it is told first. */
const NEAR = 0.85;
/** A container may be measured above its limit for a moment. */
const ABOVE = 1.1;

export interface Container { name: string; cpuPercent: number; memory: string; limit: string; ratio: number }

/** Returns the rows; `ratio` is the share of the memory limit. */
export function containersIn(text: string): Container[] {
  return [...text.matchAll(CONTAINER)].slice(0, MAX_ROWS).map(([, name = '', cpu, memory = '', limit = '']) => ({
    name, cpuPercent: Number(cpu), memory, limit, ratio: bytesOf(memory) / bytesOf(limit),
  }));
}

/** Returns a size in bytes; docker before 1.13 counts in thousands. */
function bytesOf(text: string): number {
  const [, value = '0', unit = '', binary] = /^([\d.]+) ?([KMGT]?)(i?)B/i.exec(text) ?? [];
  return Number(value) * (binary === '' ? 1000 : 1024) ** ' KMGT'.indexOf(unit.toUpperCase() || ' ');
}

/** Returns the only number of cores that the text names as a limit; null without one, or with several. */
export function cpuLimitIn(text: string): number | null {
  const head = text.slice(0, MAX_CHARS);
  const limits = new Set(CPU_LIMITS.flatMap((pattern) =>
    [...head.matchAll(pattern)].map(([, cores]) => Number(cores))));
  const [only] = limits;
  return limits.size === 1 && only !== undefined && only > 0 ? only : null;
}

/** Returns the container that uses its CPU limit; null unless it is the only one near the limit, and none is above. */
function atCpuLimit(all: readonly Container[], limit: number | null): { one: Container; share: number } | null {
  if (limit === null) return null;
  const shares = all.map((one) => ({ one, share: one.cpuPercent / 100 / limit }));
  const near = shares.filter(({ share }) => share >= NEAR);
  const [first] = near.toSorted((a, b) => b.share - a.share);
  return first === undefined || new Set(near.map(({ one }) => one.name)).size > 1 || first.share > ABOVE ? null : first;
}

const most = (all: readonly Container[], of: (one: Container) => number): Container | null =>
  all.reduce<Container | null>((max, one) => (max === null || of(one) > of(max) ? one : max), null);

const coreWords = (percent: number): string => `${String(percent)} % of a core`;

function statsFacts(text: string): string | null {
  const all = containersIn(text);
  const limit = cpuLimitIn(text);
  const bound = atCpuLimit(all, limit);
  if (bound !== null) return `${bound.one.name} uses ${coreWords(bound.one.cpuPercent)}, ${
    formatNumber(Math.round(1000 * bound.share) / 10)} % of the CPU limit of ${limit ?? 0} ${
    limit !== null && limit <= 1 ? 'core' : 'cores'} that the text names. Its memory is ${bound.one.memory} of ${
    bound.one.limit}.`;
  const fullest = most(all.filter(({ ratio }) => Number.isFinite(ratio)), ({ ratio }) => ratio);
  if (fullest !== null && fullest.ratio >= NEAR) return `${fullest.name} is nearest its memory limit: ${
    fullest.memory} of ${fullest.limit} (${Math.round(100 * fullest.ratio)} %), with ${
    coreWords(fullest.cpuPercent)}.`;
  const [largest, hottest] = [most(all, ({ memory }) => bytesOf(memory)), most(all, ({ cpuPercent }) => cpuPercent)];
  if (largest === null || hottest === null) return null;
  return `${largest.name} uses most memory: ${largest.memory} of ${largest.limit}, with ${
    coreWords(largest.cpuPercent)}.${hottest.name === largest.name ? ''
    : ` ${hottest.name} uses most CPU: ${coreWords(hottest.cpuPercent)}.`}`;
}

export const CONTAINER_STATS: Format = {
  id: 'docker-stats', name: 'the output of docker stats', door: null,
  match: ({ head }) => when(fits(HEADER, head) || fits(BARRED_HEADER, head)
    || [...head.matchAll(CONTAINER)].length > 1, CERTAIN),
  interest: ({ text }) => statsFacts(text),
  remedy: 'Add the server as a target, and node_exporter of its host: the pages Memory and GC & CPU show them over '
    + 'time.',
};
