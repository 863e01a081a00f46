/** Reads the summary of a goroutine dump that panicparse (pp) prints: counts, states and stacks in columns. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { CERTAIN, when, type Format } from '../../look/format.ts';
import { counted } from '../../look/named.ts';
import { lockGroups, type Counted } from './lockGroups.ts';

/** `2202: semacquire [0~2 minutes] [Created by scrape.(*scrapePool).sync @ scrape.go:584]`. */
const HEADER = new RegExp(String.raw`^[ \t>]{0,20}(\d{1,9}): ([a-zA-Z][\w .]{2,60}?)`
  + String.raw`(?: \[(?:\d{1,9}~)?(\d{1,9}) minutes\])?(?: \[locked\])?(?: \[Created by [^\]]{1,400}\])?\s*$`);
/** `    tsdb          isolation.go:171            (*isolation).newAppendID(#29182)`. */
const FRAME = new RegExp(String.raw`^[ \t>]{2,40}([\w./~-]{1,200}) {1,60}[\w.~-]{1,200}\.(?:go|s|c):\d{1,9} {1,60}`
  + String.raw`([^\s{}][^\s{}]{0,300}?)\(((?:[#*]?\w{0,20})?)[^\n]{0,2000}$`);
const FIRST = new RegExp(`${HEADER.source.replace(/\\s\*\$$/, '')}[ \\t]*\\r?\\n${FRAME.source.slice(1)}`, 'm');
/** Go's own packages, which print without their path. */
const OF_GO = new Set(['runtime', 'sync', 'poll', 'atomic']);
const OBJECT = /^(?:#\d{1,9}|0x[0-9a-f]{6,16})$/;
const MAX_LINES = 100_000;
const MAX_STATES = 3;

interface Group extends Counted { minutes: number; names: string[] }

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  for (const line of text.split('\n', MAX_LINES)) {
    const [, count, state = '', minutes = '0'] = HEADER.exec(line) ?? [];
    if (count !== undefined) {
      groups.push({ count: Number(count), state: state.trim(), minutes: Number(minutes), names: [], object: null });
      continue;
    }
    const [, owner = '', name, argument = ''] = FRAME.exec(line) ?? [];
    const group = groups.at(-1);
    if (name === undefined || group === undefined) continue;
    const isFirst = !OF_GO.has(owner) && group.names.every((one) => OF_GO.has(one.split('.', 1)[0] ?? ''));
    if (isFirst && OBJECT.test(argument)) group.object = argument;
    group.names.push(`${owner}.${name}`);
  }
  return groups.filter(({ names }) => names.length > 0);
}

/** Returns who waits for locks, else how many goroutines are in which state, and where most are. */
function panicparseFacts(text: string): string | null {
  const groups = groupsOf(text);
  const locks = lockGroups(groups);
  if (locks !== null) return locks;
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const states = new Map<string, number>();
  for (const { state, count } of groups) states.set(state ?? '', (states.get(state ?? '') ?? 0) + count);
  const [most] = groups.toSorted((a, b) => b.count - a.count);
  const longest = groups.reduce((all, { minutes }) => Math.max(all, minutes), 0);
  return most === undefined ? null : `It has ${counted(total, 'goroutine')}: ${[...states].sort(([, a], [, b]) => b - a)
    .slice(0, MAX_STATES).map(([state, count]) => `${count.toLocaleString('en-US')} in "${state}"`).join(', ')}. The `
    + `largest group has ${most.count.toLocaleString('en-US')}, in ${
      most.names.find((name) => !OF_GO.has(name.split('.', 1)[0] ?? '')) ?? most.names[0] ?? ''}.${
      longest === 0 ? '' : ` The longest wait is ${formatSeconds(longest * 60)}.`}`;
}

export const PANICPARSE: Format = {
  id: 'panicparse', name: 'a summary of goroutines by panicparse (pp)', door: null, isAnywhere: true,
  match: ({ head, isText }) => when(isText && FIRST.test(head), { ...CERTAIN, program: 'Go' }),
  interest: ({ text }) => panicparseFacts(text),
  remedy: 'For how long each waits, open the dump that it was made of (/debug/pprof/goroutine?debug=2).',
};
