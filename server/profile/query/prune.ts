/**
 * Removes the frames a profile itself declares uninteresting (`drop_frames`, `keep_frames`), as `go tool pprof` does
 * when it reads a profile: https://github.com/google/pprof/blob/main/profile/prune.go
 *
 * ```
 *   root          main       main is the first frame that is not dropped;
 *                 malloc     malloc matches drop_frames: it and all below are removed,
 *   leaf          sysalloc   and main gets their value as its own
 * ```
 */
import { ok, type Result } from '../../../core/result.ts';
import { at, type Profile } from '../decode/profile.ts';
import type { Matcher } from '../../../core/regex.ts';
import { timedRegex } from './timedRegex.ts';
import { functionName, linesOf, wholeProfile, type StackView } from '../decode/stackView.ts';

/** Returns the profile without dropped frames. An invalid expression drops nothing, like in the reference. */
export function prunedProfile(profile: Profile): StackView {
  const view = wholeProfile(profile);
  if (profile.dropFrames === '') return view;
  const drop = timedRegex('drop_frames', `^(${profile.dropFrames})$`);
  const keep: Result<Matcher | null> = profile.keepFrames === '' ? ok(null)
    : timedRegex('keep_frames', `^(${profile.keepFrames})$`);
  if (!drop.ok || !keep.ok) return view;
  const cut = cutLocations(profile, view, (name) => drop.value.test(name) && !(keep.value?.test(name) ?? false));
  for (let sample = 0; sample < profile.sampleCount; sample++) cutStack(profile, view, sample, cut);
  return view;
}

/**
 * Applies the filter `prune_from`: removes all frames beneath the lowest match, which gets their value. An inlined
 * frame that matches keeps the lines it was inlined into. Changes `view` in place. Error `bad_data`: an invalid
 * expression.
 */
export function pruneFrom(profile: Profile, view: StackView, pattern: string | undefined): Result<StackView> {
  if (pattern === undefined || pattern === '') return ok(view);
  const matcher = timedRegex('prune_from', pattern);
  if (!matcher.ok) return matcher;
  const matching = new Uint8Array(profile.locations.count);
  for (let location = 0; location < matching.length; location++) {
    const lines = linesOf(profile, view, location);
    const first = lines.findIndex((line) => {
      const name = functionName(profile, line);
      return name !== '' && matcher.value.test(simplified(name));
    });
    if (first < 0) continue;
    matching[location] = 1;
    if (first > 0) view.lines.set(location, lines.slice(first));
  }
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    for (let frame = at(view.from, sample); frame < at(view.to, sample); frame++) {
      if (matching[at(profile.frames, frame)] === 0) continue;
      view.from[sample] = frame;
      break;
    }
  }
  return ok(view);
}

const UNCUT = 0;
/** The location and all below it are removed. */
const CUT_WHOLE = 1;
/** Its inner lines and all below it are removed; the location stays. */
const CUT_BENEATH = 2;

function cutLocations(profile: Profile, view: StackView, dropped: (name: string) => boolean): Uint8Array {
  const cut = new Uint8Array(profile.locations.count);
  for (let location = 0; location < cut.length; location++) {
    const lines = linesOf(profile, view, location);
    const match = lines.findLastIndex((line) => {
      const name = functionName(profile, line);
      return name !== '' && dropped(simplified(name));
    });
    if (match < 0) continue;
    if (match === lines.length - 1) cut[location] = CUT_WHOLE;
    else {
      cut[location] = CUT_BENEATH;
      view.lines.set(location, lines.slice(match + 1));
    }
  }
  return cut;
}

function cutStack(profile: Profile, view: StackView, sample: number, cut: Uint8Array): void {
  // Cuts nothing above the first frame that stays, or the whole stack might be removed.
  let foundKept = false;
  for (let frame = at(view.to, sample) - 1; frame >= at(view.from, sample); frame--) {
    const how = at(cut, at(profile.frames, frame));
    if (how === UNCUT) foundKept = true;
    else if (foundKept) {
      view.from[sample] = how === CUT_WHOLE ? frame + 1 : frame;
      return;
    }
  }
}

const OPENING = /\(anonymous namespace\)|operator\(\)|\(/g;

/** Returns a function name without its argument list: up to the first `(` that is not part of a C++ name. */
function simplified(name: string): string {
  const start = name.startsWith('.') ? name.slice(1) : name;
  for (const match of start.matchAll(OPENING)) {
    if (match[0] === '(') return start.slice(0, match.index);
  }
  return start;
}
