/** The control group of a process of this machine: its limits, and the kernel's counters of its throttling. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  coresOf, coresOfMax, groupPath, groupTrees, throttleCounters, type GroupTree, type ThrottleCounters,
} from './procText.ts';

/** Levels that are read, from the root down: systemd and Kubernetes have about six. */
const MAX_DEPTH = 32;
/** Without a limit, version 1 reports the largest number of pages. */
const UNLIMITED_BYTES = 2 ** 60;

export interface GroupReading {
  path: string;
  /** Path of the parent with the lowest CPU limit; null if that is the group itself. */
  abovePath: string | null;
  limitCores: number | null;
  memoryLimitBytes: number | null;
  /** Throttling counters; null without a limit, as nothing is counted then. */
  counters: ThrottleCounters | null;
}

/** Reads a file, null if that fails. `root`: prefix of every path; `''` except in tests. */
export function readFileIn(root: string, path: string): string | null {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return null;
  }
}

/** Reads a control group. `of`: a process, or the path of a group. Text: why it cannot be read. */
export function readGroup(root: string, of: { pid: number } | { path: string }): GroupReading | string {
  const mountinfo = readFileIn(root, '/proc/self/mountinfo') ?? '';
  const own = 'pid' in of ? readFileIn(root, `/proc/${of.pid}/cgroup`) : null;
  if ('pid' in of && own === null) return `its control group (/proc/${of.pid}/cgroup) cannot be read`;
  const place = (controller: string): Place | null => {
    for (const tree of groupTrees(mountinfo, controller)) {
      const path = 'path' in of ? of.path : groupPath(own ?? '', tree, controller);
      const inside = path === null ? null : insideOf(tree, path);
      if (path === null || inside === null) continue;
      const found = { tree, path, inside };
      if (inside === '/' || statIn(root, found) !== null || controller !== 'cpu') return found;
    }
    return null;
  };
  const cpu = place('cpu');
  if (cpu === null)
    return `${'path' in of ? `the control group ${of.path}` : 'its control group'} has no readable cpu.stat`;
  const limits = chain(cpu).flatMap((inside) => {
    const cores = limitAt(root, cpu.tree, inside);
    return cores === null ? [] : [{ inside, cores }];
  });
  // The nearest of equal ones.
  const [lowest] = limits.toSorted((a, b) => a.cores - b.cores);
  const memory = place('memory');
  return {
    path: cpu.path, limitCores: lowest?.cores ?? null,
    abovePath: lowest === undefined || lowest.inside === cpu.inside ? null : lowest.inside,
    memoryLimitBytes: memory === null ? null : memoryLimit(root, memory),
    counters: lowest === undefined ? null : throttleCounters(statIn(root, { ...cpu, inside: lowest.inside }) ?? ''),
  };
}

interface Place { tree: GroupTree; path: string; inside: string }

/** Returns the path below its mount; null if it is not mounted here, as for a process of another container. */
function insideOf({ root }: GroupTree, path: string): string | null {
  if (!path.startsWith('/') || path.split('/').includes('..')) return null;
  if (root === '/') return path;
  return path === root ? '/' : path.startsWith(`${root}/`) ? path.slice(root.length) : null;
}

/** Returns the group itself, then its parents. */
function chain({ inside }: Place): string[] {
  const parts = inside.split('/').filter(Boolean).slice(0, MAX_DEPTH);
  return parts.map((_, i) => `/${parts.slice(0, parts.length - i).join('/')}`);
}

function statIn(root: string, { tree, inside }: Pick<Place, 'tree' | 'inside'>): string | null {
  return readFileIn(root, join(tree.mount, inside, 'cpu.stat'));
}

function limitAt(root: string, { version, mount }: GroupTree, inside: string): number | null {
  const read = (name: string): string => readFileIn(root, join(mount, inside, name)) ?? '';
  return version === 2 ? coresOfMax(read('cpu.max'))
    : coresOf(Number(read('cpu.cfs_quota_us')), Number(read('cpu.cfs_period_us')));
}

function memoryLimit(root: string, place: Place): number | null {
  const name = place.tree.version === 2 ? 'memory.max' : 'memory.limit_in_bytes';
  const bytes = chain(place).map((inside) => (
    Number((readFileIn(root, join(place.tree.mount, inside, name)) ?? '').trim() || NaN)));
  const least = Math.min(...bytes.filter((one) => one > 0 && one < UNLIMITED_BYTES));
  return Number.isFinite(least) ? least : null;
}
