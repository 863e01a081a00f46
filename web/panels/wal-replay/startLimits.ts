/** Startup probe and memory limit of a target's container as typed by a reader, stored in this browser. */
export interface StartLimits { budgetSeconds: number | null; limitBytes: number | null }

const KEY = 'tsdbscope.start-limits';
const MAX_TARGETS = 200;

function positive(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

function readAll(storage: Pick<Storage, 'getItem'>): Map<string, StartLimits> {
  let read: unknown;
  try {
    read = JSON.parse(storage.getItem(KEY) ?? '[]');
  } catch {
    // Written by another version, or storage is disabled: nothing was stored.
    return new Map();
  }
  if (!Array.isArray(read)) return new Map();
  return new Map(read.slice(0, MAX_TARGETS).flatMap((one: unknown): [string, StartLimits][] => {
    if (typeof one !== 'object' || one === null || !('target' in one) || typeof one.target !== 'string') return [];
    const { target } = one;
    return [[target, {
      budgetSeconds: positive('budgetSeconds' in one ? one.budgetSeconds : null),
      limitBytes: positive('limitBytes' in one ? one.limitBytes : null),
    }]];
  }));
}

/** Returns the stored limits of a target; both null if there are none. */
export function keptLimits(storage: Pick<Storage, 'getItem'>, target: string): StartLimits {
  return readAll(storage).get(target) ?? { budgetSeconds: null, limitBytes: null };
}

/** Stores the limits of a target, most recent first; removes a target without limits. */
export function keepLimits(
  storage: Pick<Storage, 'getItem' | 'setItem'>, target: string, limits: StartLimits
): void {
  const others = [...readAll(storage)].filter(([name]) => name !== target);
  const isEmpty = limits.budgetSeconds === null && limits.limitBytes === null;
  const all = [...(isEmpty ? [] : [[target, limits] as const]), ...others].slice(0, MAX_TARGETS);
  try {
    storage.setItem(KEY, JSON.stringify(all.map(([name, kept]) => ({ target: name, ...kept }))));
  } catch {
    // Storage is full or disabled: the address still has them.
  }
}
