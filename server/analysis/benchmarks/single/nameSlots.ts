/** Finds the part of benchmark names that separates the sides of one output: `codec=json`, `/old`, `EncodeOld`. */

/** Key of the number at the end of names. */
export const GOMAXPROCS = 'GOMAXPROCS';

/** A part of the names that has several values for what is otherwise the same benchmark. */
export interface Slot {
  /** Key of the part; `""` for a part without one, such as `/old`. */
  key: string;
  /** Its values in the order first seen, the base first. */
  values: string[];
  /** For each benchmark without the part: its name with each value. */
  rows: Map<string, string>[];
}

/** Names that begin a side; the first of a pair is the base. */
const BASES = 'old|before|base|baseline|master|main|original|orig|current|v1|without|disabled|off|false|naive|std';
const OTHERS = 'new|after|pr|head|patched|optimi[sz]ed|improved|proposed|v2|with|enabled|on|true|fast';
const BASE = new RegExp(`^(?:${BASES})$`, 'i');
const SIDE = new RegExp(`^(?:${BASES}|${OTHERS})$`, 'i');
/** A side word within the name of a function: `EncodeOld`, `Old_Encode`. */
const WORD = /(?:^|_|(?<=[a-z\d]))(Old|New|Before|After|Baseline|Original|Optimi[sz]ed|V1|V2)(?=_|[A-Z]|$)/;
const NUMBER = /^[\d.]+[a-zA-Z%]{0,4}$/;
const MAX_VALUES = 8;
const MAX_NAMES = 2000;

interface Part { kind: 'key' | 'last' | 'side' | 'word' | 'procs'; key: string; value: string; rest: string }

/**
 * Returns the part by which the names are compared: the only one that makes pairs, or the only one whose values are
 * sides (old, new) or words. Null if there is none, or several are as good.
 */
export function comparedSlot(names: readonly string[]): Slot | null {
  const ranked = slotsOf(names).map((slot) => ({ slot, rank: rankOf(slot) })).sort((a, b) => b.rank - a.rank);
  const [best, next] = ranked;
  return best === undefined || (next !== undefined && next.rank === best.rank) ? null : based(best.slot);
}

/** Returns the keys that make pairs, for the choice of one. */
export function slotKeys(names: readonly string[]): string[] {
  return slotsOf(names).map(({ key }) => key).filter((key) => key !== '');
}

function slotsOf(names: readonly string[]): Slot[] {
  const all = [...new Set(names)].slice(0, MAX_NAMES);
  const byId = new Map<string, { part: Part; name: string }[]>();
  for (const name of all) for (const part of partsOf(name)) {
    const id = `${part.kind} ${part.key}`;
    const own = byId.get(id);
    if (own === undefined) byId.set(id, [{ part, name }]);
    else own.push({ part, name });
  }
  const slots: Slot[] = [];
  for (const own of byId.values()) {
    const slot = slotOf(own, all.length);
    // A part that is the last one and a side is one part.
    if (slot !== null && !slots.some((one) => isSame(one, slot))) slots.push(slot);
  }
  return slots;
}

function slotOf(own: readonly { part: Part; name: string }[], nameCount: number): Slot | null {
  const byRest = new Map<string, Map<string, string>>();
  for (const { part: { rest, value }, name } of own) {
    const row = byRest.get(rest) ?? new Map<string, string>();
    byRest.set(rest, row);
    if (!row.has(value)) row.set(value, name);
  }
  const rows = [...byRest.values()].filter((row) => row.size > 1);
  const values = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const covered = rows.reduce((sum, row) => sum + row.size, 0);
  const kind = own[0]?.part.kind;
  if (values.length < 2 || values.length > MAX_VALUES || covered * 2 < nameCount) return null;
  const areSides = values.filter((value) => SIDE.test(value)).length > 1;
  // Other last parts of a single benchmark are its cases, such as /small and /large.
  if (kind === 'last' && !areSides && rows.length < 2) return null;
  if (kind === 'side' && !areSides) return null;
  return { key: kind === 'procs' ? GOMAXPROCS : kind === 'key' ? own[0]?.part.key ?? '' : '', values, rows };
}

const isSame = (a: Slot, b: Slot): boolean =>
  a.key === '' && b.key === '' && a.values.join('\n') === b.values.join('\n') && a.rows.length === b.rows.length;

/** Sides come first, then words, then numbers, which are sizes; GOMAXPROCS comes last. */
function rankOf({ key, values }: Slot): number {
  if (values.filter((value) => SIDE.test(value)).length > 1) return 3;
  if (key === GOMAXPROCS) return 0;
  return values.some((value) => !NUMBER.test(value)) ? 2 : 1;
}

function based(slot: Slot): Slot {
  const base = slot.values.find((value) => BASE.test(value));
  return base === undefined ? slot : { ...slot, values: [base, ...slot.values.filter((value) => value !== base)] };
}

/** Returns each part of a name with the name without it. */
function partsOf(name: string): Part[] {
  const [, body = name, procs = ''] = /^(.*?)(-\d{1,5})?$/s.exec(name) ?? [];
  const [base = '', ...pieces] = body.split('/');
  // A run with GOMAXPROCS 1 has no number at its end.
  const found: Part[] = [{ kind: 'procs', key: '', value: procs === '' ? '1' : procs.slice(1), rest: body }];
  const word = WORD.exec(base);
  if (word !== null) found.push({
    kind: 'word', key: '', value: (word[1] ?? '').toLowerCase(),
    rest: `${base.slice(0, word.index)}*${base.slice(word.index + word[0].length)}/${pieces.join('/')}${procs}`,
  });
  pieces.forEach((piece, at) => {
    const without = (left: string): string =>
      `${[base, ...pieces.slice(0, at), left, ...pieces.slice(at + 1)].join('/')}${procs}`;
    if (!piece.includes('=')) {
      found.push({ kind: 'side', key: String(at), value: piece, rest: without('*') });
      if (at === pieces.length - 1) found.push({ kind: 'last', key: '', value: piece, rest: without('*') });
      return;
    }
    const pairs = piece.split(',');
    pairs.forEach((pair, i) => {
      const end = pair.indexOf('=');
      if (end <= 0) return;
      const left = [...pairs.slice(0, i), `${pair.slice(0, end)}=*`, ...pairs.slice(i + 1)].join(',');
      found.push({ kind: 'key', key: pair.slice(0, end), value: pair.slice(end + 1), rest: without(left) });
    });
  });
  return found;
}
