/**
 * Names each frame as `go tool pprof -top` prints it (without its ` (inline)`):
 * https://github.com/google/pprof/blob/main/internal/graph/graph.go, nodeInfo and NameComponents.
 */
import type { ProfileFilters } from '../../../core/contract/contract.ts';
import { at, type Profile } from '../decode/profile.ts';
import { baseName, pathTrimmer, type FilePaths } from './filePaths.ts';
import { functionFile, functionName, linesOf, objectFile, type StackView } from '../decode/stackView.ts';

export type Granularity = NonNullable<ProfileFilters['granularity']>;

/** A slot is one printed name, so functions of one name are one row, from any file or binary. */
export interface FrameNames {
  names: string[];
  /** Source file of the first frame with the name; empty if the profile has none. */
  files: string[];
  /** Slots of location `l`, innermost first: `slots[start[l]]` to `slots[start[l + 1] - 1]`; not empty if visible. */
  start: Uint32Array;
  slots: Uint32Array;
}

/** Used instead of a slot: the location has several, or none. */
export const SEVERAL = -1;
export const NONE = -2;

/** Returns the slot of each location that has exactly one, as most have; else SEVERAL or NONE. */
export function onlySlots({ start, slots }: FrameNames): Int32Array {
  const only = new Int32Array(start.length - 1);
  for (let location = 0; location < only.length; location++) {
    const from = start[location] ?? 0;
    const count = (start[location + 1] ?? 0) - from;
    only[location] = count === 1 ? (slots[from] ?? 0) : count === 0 ? NONE : SEVERAL;
  }
  return only;
}

interface Detail { address: boolean; function: boolean; file: boolean; line: boolean; column: boolean }

function detailOf(granularity: Granularity, noInlines: boolean): Detail {
  switch (granularity) {
    case 'functions': return { address: false, function: true, file: false, line: false, column: false };
    case 'filefunctions': return { address: false, function: true, file: true, line: false, column: false };
    case 'files': return { address: false, function: false, file: true, line: false, column: false };
    case 'lines': return { address: false, function: true, file: true, line: true, column: false };
    // Without inlined frames the reference merges columns here too; otherwise it keeps locations as they are.
    case 'addresses': return { address: true, function: true, file: true, line: true, column: !noInlines };
  }
}

export function nameFrames(
  profile: Profile, view: StackView, granularity: Granularity,
  { noInlines, paths = {} }: { noInlines: boolean; paths?: FilePaths },
): FrameNames {
  const detail = detailOf(granularity, noInlines);
  const trimmed = pathTrimmer(paths);
  const slotOf = new Map<string, number>();
  const names: string[] = [];
  const files: string[] = [];
  const slots: number[] = [];
  const start = new Uint32Array(profile.locations.count + 1);
  const put = (name: string, file: string): void => {
    let slot = slotOf.get(name);
    if (slot === undefined) {
      slot = names.length;
      slotOf.set(name, slot);
      names.push(name);
      files.push(file);
    }
    slots.push(slot);
  };
  for (let location = 0; location < profile.locations.count; location++) {
    start[location] = slots.length;
    if (view.hidden[location] === 1) continue;
    const lines = linesOf(profile, view, location);
    if (lines.length === 0)
      put(printedName(addressOf(profile, location, detail), '', '', objectFile(profile, location)), '');
    for (const line of noInlines ? lines.slice(-1) : lines)
      put(lineName(profile, location, line, detail, trimmed), trimmed(functionFile(profile, line)));
  }
  start[profile.locations.count] = slots.length;
  return { names, files, start, slots: Uint32Array.from(slots) };
}

function addressOf(profile: Profile, location: number, detail: Detail): bigint {
  return detail.address ? (profile.locations.address[location] ?? 0n) : 0n;
}

function lineName(
  profile: Profile, location: number, line: number, detail: Detail, trimmed: (path: string) => string
): string {
  const name = detail.function ? functionName(profile, line) : '';
  const file = detail.file ? cleanPath(trimmed(functionFile(profile, line))) : '';
  const lineNumber = detail.line ? at(profile.locations.lineNumber, line) : 0;
  const column = detail.column ? at(profile.locations.lineColumn, line) : 0;
  const place = lineNumber === 0 ? file : `${file}:${lineNumber}${column === 0 ? '' : `:${column}`}`;
  return printedName(
    addressOf(profile, location, detail), name, place, name === '' ? objectFile(profile, location) : ''
  );
}

const HEX_DIGITS = 16;

function printedName(address: bigint, name: string, place: string, object: string): string {
  const parts: string[] = [];
  if (address !== 0n) parts.push(address.toString(16).padStart(HEX_DIGITS, '0'));
  if (name !== '') parts.push(name);
  if (place !== '') parts.push(place);
  else if (name === '') parts.push(object === '' ? '<unknown>' : `[${baseName(object)}]`);
  return parts.join(' ');
}

/** Applies Go's filepath.Clean, after removing the build prefixes that the reference always removes. */
function cleanPath(path: string): string {
  if (path === '') return '';
  const trimmed = path.replace(/^\/proc\/self\/cwd\/(\.\/)?/, '');
  if (!/\/\/|\/$|(^|\/)\.{1,2}(\/|$)/.test(trimmed)) return trimmed;
  const rooted = trimmed.startsWith('/');
  const parts: string[] = [];
  for (const part of trimmed.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (!rooted) parts.push('..');
  }
  const joined = parts.join('/');
  return rooted ? `/${joined}` : joined || '.';
}
