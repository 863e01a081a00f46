/** Reports what the lines of one message are about: their URL, target, group of rules, pod. Pure. */
import { cutMiddle } from '../../../../../../core/text/format.ts';
import { objectsIn } from './behindMessage.ts';

const MAX_TEXT = 120;
/** Up to this many values are listed if they are short together. */
const MAX_LISTED = 4;
const MAX_LIST = 140;
/** A shorter end of a path says nothing. */
const MIN_PATH = 12;
const MAX_KEYS = 2;
const MAX_VALUES = 1000;
const LOGGED_TIME = /(^|[\s,{])"?(?:level|lvl|ts|time)"?[=:]/g;

/** Returns `url=…`, `target=…` of a line, without those that its message or its cause has. */
export function objectsOf(line: string, told: string): string[] {
  // Elsewhere a time or a level begins the next message.
  const objects = objectsIn(line.replaceAll(LOGGED_TIME, '$1'), told).map(bare);
  // The groups of rules that failed are told by themselves.
  return /\brules?\b/i.test(told) ? objects.filter((object) => !object.startsWith('group=')) : objects;
}

/** Removes from a URL what may be secret. */
const bare = (object: string): string => object.replace(/\/\/[^/@\s]{1,200}@/, '//').replace(/\?.*$/, '');

/** The fields of the lines of a message: of each key the values, and the number of lines that have it. */
export interface About { values: Map<string, Set<string>>; counts: Map<string, number> }

export const nothingYet = (): About => ({ values: new Map(), counts: new Map() });

export function addObjects({ values, counts }: About, objects: readonly string[]): void {
  for (const object of objects) {
    const at = object.indexOf('=');
    const key = object.slice(0, at);
    const own = values.get(key) ?? new Set<string>();
    values.set(key, own);
    if (own.size < MAX_VALUES) own.add(object.slice(at + 1));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
}

/** Returns ` (url=…, group=…)`, each key only if every one of the lines has it; `""` without one. */
export function aboutOf({ values, counts }: About, lines: number): string {
  const told = [...values].flatMap(([key, own]) =>
    (counts.get(key) !== lines || own.size >= MAX_VALUES ? [] : [`${key}=${valuesText([...own])}`]));
  return told.length === 0 ? '' : ` (${told.slice(0, MAX_KEYS).join(', ')})`;
}

/** Shortens a value in its middle; of an address the host stays whole. */
function shortValue(text: string): string {
  const host = text.length <= MAX_TEXT ? '' : /^[a-z][a-z\d+]{1,12}:\/\/[^/\s]{1,253}/i.exec(text)?.[0] ?? '';
  const room = MAX_TEXT - host.length - 1;
  if (host === '') return cutMiddle(text, MAX_TEXT);
  return room < MIN_PATH ? `${host}/\u2026` : `${host}\u2026${text.slice(Math.max(host.length, text.length - room))}`;
}

/** Returns all of a few short values, else the first and how many others there are. */
function valuesText(own: readonly string[]): string {
  const [first = ''] = own;
  const others = own.length - 1;
  if (others === 0) return shortValue(first);
  if (own.length <= MAX_LISTED && own.join(', ').length <= MAX_LIST)
    return `${own.slice(0, -1).join(', ')} and ${own.at(-1) ?? ''}`;
  return `${shortValue(first)} and ${others} ${others === 1 ? 'other' : 'others'}`;
}
