/** Compares `kubectl top pod` with the limits of `kubectl describe` in the same text. Pure; bounded. */
import { joined } from './factTools.ts';

const MAX_LINES = 5000;
const MAX_LINE = 300;
const MAX_SAID = 3;
/** Share of the memory limit from which the page cache in the figure matters. */
const NEAR_RATIO = 0.8;

interface Amounts { memory: string | null; cpu: string | null }
/** Limits of a container; `pod` and `container` are `""` if the text does not name them. */
interface Limited extends Amounts { pod: string; container: string }
interface Used { pod: string; container: string; memory: string; cpu: string }

const POD = /^Name:\s{1,40}(\S{1,253})\s*$/;
const SECTION = /^(Init Containers|Containers|Conditions|Volumes|Events):/;
const CONTAINER = /^\s{0,8}([a-z0-9][a-z0-9.-]{0,62}):\s*$/;
/** Keys of kubectl describe below the name of a container; those of YAML begin with a small letter. */
const OF_CONTAINER = /^\s{2,40}(?:Container ID|Image|Ports?|Host Ports?|State|Args|Command|Limits|Requests|Ready):/;
const PART = /^\s*(Limits|Requests|limits|requests):\s*$/;
const LIMIT = /^\s*['"]?(cpu|memory)['"]?:\s*['"]?([\d.]{1,20}[a-zA-Z]{0,2})['"]?\s*$/;
const OTHER_KEY = /^\s*[A-Z][\w ]{1,30}:/;
/** Header of `kubectl top pod`: `POD NAME` lists containers, `NAMESPACE NAME` lists pods. */
const HEADER = /^(NAMESPACE\s+)?(POD\s+)?NAME\s+CPU\(cores\)\s+MEMORY\(bytes\)/;
const ROW = /^(?:(\S{1,253})\s+)?(?:(\S{1,253})\s+)?(\S{1,253})\s+(\d{1,9}m?)\s+(\d{1,15}[KMGT]i?)\s*$/;

/** Returns the use compared with the limits; null unless the text has both for the same pod. */
export function useAgainstLimits(text: string): string | null {
  const lines = text.split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE));
  const limited = limitsOf(lines);
  const used = limited.length === 0 ? [] : usesOf(lines, limited);
  const said = used.flatMap((use) => compared(use, limited, used.length)).sort((a, b) => b.ratio - a.ratio);
  const [first] = said;
  if (first === undefined) return null;
  return joined([
    ...said.slice(0, MAX_SAID).map(({ sentence }) => sentence),
    first.ratio < NEAR_RATIO ? null
      : 'kubectl top counts page cache in use as memory, which the kernel can free before it kills.',
  ]);
}

/** Returns the limits of the described containers, without init containers. */
function limitsOf(lines: readonly string[]): Limited[] {
  const all: Limited[] = [];
  let [pod, container, isInit, isLimit] = ['', '', false, false];
  let [unnamed, count] = ['', 0];
  const current = (): Limited => {
    const known = all.find((one) => one.pod === pod && one.container === container);
    if (known !== undefined) return known;
    const next = { pod, container, memory: null, cpu: null };
    all.push(next);
    return next;
  };
  for (const [at, line] of lines.entries()) {
    const [section, name] = [SECTION.exec(line)?.[1], POD.exec(line)?.[1]];
    if (name !== undefined) [pod, container] = [name, ''];
    if (section !== undefined) isInit = section === 'Init Containers';
    const part = PART.exec(line)?.[1];
    const named = part === undefined && OF_CONTAINER.test(lines[at + 1] ?? '') ? CONTAINER.exec(line)?.[1] : undefined;
    const [, resource, value = ''] = LIMIT.exec(line) ?? [];
    // YAML has the name of a container before or behind its limits: several are told apart by their number.
    if (part === 'limits' && container === unnamed) {
      count += 1;
      if (count > 1) unnamed = `container ${count}`;
      container = unnamed;
    }
    if (part !== undefined) isLimit = part.toLowerCase() === 'limits';
    else if (named !== undefined) [container, isLimit] = [named, false];
    else if (resource === undefined && OTHER_KEY.test(line)) {
      isLimit = false;
      if (container !== '' && !isInit && /^\s+(?:Container ID|Image|State):/.test(line)) current();
    }
    if (isInit || !isLimit) continue;
    if (resource === 'memory') current().memory = value;
    else if (resource === 'cpu') current().cpu = value;
  }
  return all.some(({ memory, cpu }) => memory !== null || cpu !== null) ? all : [];
}

function usesOf(lines: readonly string[], limited: readonly Limited[]): Used[] {
  let hasContainers: boolean | null = null;
  return lines.flatMap((line) => {
    const header = HEADER.exec(line);
    if (header !== null) hasContainers = header[2] !== undefined;
    const [, first = '', second = '', third = '', cpu, memory] = ROW.exec(line.trim()) ?? [];
    if (cpu === undefined || memory === undefined) return [];
    const before = second === '' ? first : second;
    const isContainer = before !== ''
      && (hasContainers ?? limited.some(({ container }) => container === third));
    return [{ pod: isContainer ? before : third, container: isContainer ? third : '', memory, cpu }];
  });
}

interface Said { sentence: string; ratio: number }

function compared(use: Used, limited: readonly Limited[], rows: number): Said[] {
  // Limits without a pod name apply to the only row.
  const own = limited.filter(({ pod }) => pod === use.pod || ((pod === '' || use.pod === '') && rows === 1)
    || (pod === '' && use.container !== ''));
  const containers = use.container === '' ? own
    : own.filter(({ container }) => container === use.container || (container === '' && rows === 1));
  const [only] = containers;
  if (only === undefined) return [];
  const isSum = containers.length > 1;
  const memory = share(use.memory, containers.map((one) => one.memory), bytesOf);
  const cpu = share(use.cpu, containers.map((one) => one.cpu), coresOf);
  const name = isSum || (use.container === '' && only.container === '') ? `The pod ${use.pod}`
    : `The container ${use.container || only.container}`;
  const of = isSum ? `the limits of its ${containers.length} containers together, ` : '';
  const words = [
    memory === null ? null : `${use.memory} of ${of || 'its memory limit of '}${memory.limit} (${memory.percent} %)`,
    cpu === null ? null : `${use.cpu} of ${isSum ? '' : 'its CPU limit of '}${cpu.limit} CPU (${cpu.percent} %)`,
  ].filter((word) => word !== null);
  const missing = containers.filter((one) => one.memory === null).map(({ container }) => container);
  if (memory === null && isSum && missing.length < containers.length) return [{
    sentence: `${name} uses ${use.memory}, and not all of its containers have a memory limit (without: ${
      missing.slice(0, 3).join(', ')}): kubectl top pod --containers shows each.`,
    ratio: 0,
  }];
  const without = memory === null ? `uses ${use.memory} and has no memory limit` : '';
  return [{
    sentence: `${name} ${[without, words.length === 0 ? '' : `uses ${words.join(' and ')}`]
      .filter((part) => part !== '').join('; it ')}.`,
    ratio: memory?.ratio ?? 0,
  }];
}

/** Returns use relative to the sum of the limits; null unless all containers have a limit. */
function share(
  used: string, limits: readonly (string | null)[], amount: (text: string) => number
): { ratio: number; percent: number; limit: string } | null {
  const known = limits.filter((limit) => limit !== null);
  const sum = known.reduce((total, limit) => total + amount(limit), 0);
  const ratio = amount(used) / sum;
  if (known.length < limits.length || !Number.isFinite(ratio)) return null;
  return { ratio, percent: Math.round(100 * ratio), limit: known.join(' + ') };
}

const FACTORS: Readonly<Record<string, number>> = {
  '': 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9, T: 1e12, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40,
};

function bytesOf(text: string): number {
  const [, value, unit = ''] = /^([\d.]{1,20})([a-zA-Z]{0,2})$/.exec(text) ?? [];
  return Number(value) * (FACTORS[unit] ?? NaN);
}

function coresOf(text: string): number {
  return text.endsWith('m') ? Number(text.slice(0, -1)) / 1000 : Number(text);
}
