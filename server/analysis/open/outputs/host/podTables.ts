/** Reads what pods, containers or nodes use from a table between bars that somebody retyped. Pure; bounded. */
import { formatNumber } from '../../../../../core/text/format.ts';
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { LIKELY, when, type Format } from '../../look/format.ts';
import type { Look } from '../../look/look.ts';
import { tablesOf, type Table } from '../../structure/tables.ts';

const MAX_CHARS = 64 * 1024;
const MAX_TABLES = 3;
const MAX_NAME = 80;
const MIN_ROWS = 2;
const NAMED = /\b(?:pods?|nodes?|containers?|workloads?|deployments?|statefulsets?|services?|components?|name)\b/i;
const CPU = /\bcpu\b/i;
const MEMORY = /^(?:mem(?:ory)?|ram|rss|working ?set)\b/i;
const SHARE = /%|percent|limit|request/i;
/** A sum of other rows, and a cell that is of each of several pods. */
const SUM = /\b(?:total|sum|all pods|overall)\b/i;
const OF_EACH = /\beach\b|\bper (?:pod|container|node)\b|\u00d7|\bx ?\d/i;
const CELL = /^[~\u2248<>=\s]{0,3}(\d{1,9}(?:\.\d{1,6})?) ?(m|[KMGT]i?B?)?(?![\w.])/;
const BAD_STATE = /^(?:OOMKilled|CrashLoopBackOff|Evicted|Error|Pending|ImagePullBackOff|ErrImagePull)$/;
const MAX_STATES = 2;
const FACTORS: Readonly<Record<string, number>> = {
  '': 1, 'm': 1e-3, 'K': 1e3, 'M': 1e6, 'G': 1e9, 'T': 1e12, 'Ki': 2 ** 10, 'Mi': 2 ** 20, 'Gi': 2 ** 30, 'Ti': 2 ** 40,
};

interface Amount { value: number; text: string; unit: string }
interface Use {
  name: string; cpu: Amount | null; memory: Amount | null; share: number | null;
  /** Its state if it is not well; `""` otherwise. */
  state: string;
  restarts: string;
}
interface Uses { isOfNodes: boolean; rows: Use[]; isSummable: boolean }

/** Parses `**916m**`, `~193m total`, `1671Mi`; null for a cell without a number. */
function amountOf(cell: string | undefined): Amount | null {
  const text = (cell ?? '').replaceAll(/[*`]/g, '').trim();
  const [whole, number, unit = ''] = CELL.exec(text) ?? [];
  return whole === undefined || number === undefined ? null
    : { value: Number(number) * (FACTORS[unit.replace(/B$/, '')] ?? 1), text: `${number}${unit}`, unit };
}

/** Returns the rows of a table that has CPU or memory in the units of Kubernetes; null for other tables. */
function usesIn({ columns, rows }: Table): Uses | null {
  const titles = columns.map((title) => title.replaceAll(/[*`]/g, '').trim());
  const name = titles.findIndex((title) => NAMED.test(title));
  const cpu = titles.findIndex((title) => CPU.test(title) && !SHARE.test(title));
  const memory = titles.findIndex((title) => MEMORY.test(title) && !SHARE.test(title));
  const share = titles.findIndex((title) => MEMORY.test(title) && /%|percent/i.test(title));
  const restarts = titles.findIndex((title) => /\brestarts?\b/i.test(title));
  if (name < 0 || (cpu < 0 && memory < 0)) return null;
  const uses = rows.flatMap((cells): Use[] => {
    const own: Use = {
      name: (cells[name] ?? '').replaceAll(/[*`~]/g, '').replace(/\s*\(.*$/, '').trim().slice(0, MAX_NAME),
      cpu: cpu < 0 ? null : amountOf(cells[cpu]), memory: memory < 0 ? null : amountOf(cells[memory]),
      share: share < 0 ? null : Number.parseFloat((cells[share] ?? '').replaceAll(/[*`~\s]/g, '')),
      state: cells.map((cell) => cell.replaceAll(/[*`~]/g, '').trim()).find((cell) => BAD_STATE.test(cell)) ?? '',
      restarts: /^\d{1,7}/.exec(restarts < 0 ? '' : (cells[restarts] ?? '').replaceAll(/[*`~]/g, ''))?.[0] ?? '',
    };
    return own.name === '' || SUM.test(own.name) || (own.cpu === null && own.memory === null) ? [] : [own];
  });
  const isOfKubernetes = uses.some((use) => use.cpu?.unit === 'm' || /^[KMGT]i$/.test(use.memory?.unit ?? ''));
  return uses.length < MIN_ROWS || !isOfKubernetes ? null : {
    isOfNodes: /\bnodes?\b/i.test(titles[name] ?? ''), rows: uses,
    isSummable: rows.every((cells) => !OF_EACH.test(cells.join(' '))),
  };
}

function mostOf(rows: readonly Use[], of: (use: Use) => number | null): Use | null {
  const known = rows.filter((use) => Number.isFinite(of(use) ?? NaN));
  return known.reduce<Use | null>((max, use) => (max === null || (of(use) ?? 0) > (of(max) ?? 0) ? use : max), null);
}

/** Returns the pods that are not well, then what uses most. */
function factsOf(uses: Uses): string {
  const bad = uses.rows.filter(({ state }) => state !== '').slice(0, MAX_STATES).map(({ name, state, restarts }) =>
    `${name} is ${state}${restarts === '' ? '' : `, with ${restarts} ${restarts === '1' ? 'restart' : 'restarts'}`}.`);
  return [...bad, useFacts(uses)].join(' ');
}

function useFacts({ isOfNodes, rows, isSummable }: Uses): string {
  const memory = mostOf(rows, (use) => use.memory?.value ?? null);
  const cpu = mostOf(rows, (use) => use.cpu?.value ?? null);
  const full = mostOf(rows, ({ share }) => share);
  if (full !== null) {
    const who = `${isOfNodes ? 'The node ' : ''}${full.name}`;
    const size = full.memory === null ? '' : ` (${full.memory.text})`;
    return `${who} has the fullest memory: ${formatNumber(full.share ?? 0)} %${size}${
      full.cpu === null ? '' : `, with ${full.cpu.text} of CPU`}.`;
  }
  const sum = rows.reduce((total, use) => total + (use.cpu?.value ?? 0), 0);
  const part = !isSummable || sum <= 0 ? ''
    : ` (${formatNumber(Math.round(100 * (cpu?.cpu?.value ?? 0) / sum))} % of the CPU of all rows)`;
  const ofCpu = `${cpu?.cpu?.text ?? ''} of CPU${part}`;
  if (memory === null) return `${cpu?.name ?? ''} uses most CPU: ${ofCpu}.`;
  const ofMemory = memory.memory?.text ?? '';
  if (cpu === null) return `${memory.name} uses most memory: ${ofMemory}.`;
  return memory === cpu ? `${memory.name} uses most memory and CPU: ${ofMemory}, and ${ofCpu}.`
    : `${memory.name} uses most memory: ${ofMemory}. ${cpu.name} uses most CPU: ${ofCpu}.`;
}

const usesOf = new WeakMap<Look, Uses[]>();

function usesInLook(look: Look): Uses[] {
  const known = usesOf.get(look);
  if (known !== undefined) return known;
  const hasBars = look.isText && fits(/^[ \t>]{0,8}[|\u2502]/m, look.head);
  const uses = hasBars ? tablesOf(look.head.slice(0, MAX_CHARS)).flatMap((table) => usesIn(table) ?? []) : [];
  usesOf.set(look, uses);
  return uses;
}

export const POD_TABLE: Format = {
  id: 'pod-table', name: 'a table of what pods or nodes use', door: null, isAnywhere: true,
  match: (look) => when(usesInLook(look).length > 0, LIKELY),
  interest: (look) => usesInLook(look).slice(0, MAX_TABLES).map(factsOf).join(' '),
  remedy: 'Add the server as a target: the pages Memory and GC & CPU show them over time.',
};
