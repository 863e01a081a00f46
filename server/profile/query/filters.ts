/**
 * The filters of `go tool pprof`: https://github.com/google/pprof/blob/main/profile/filter.go and
 * internal/driver/driver_focus.go. They change what is counted, not the total that shares refer to.
 */
import type { ProfileFilters } from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';
import { at, type Profile } from '../decode/profile.ts';
import type { Matcher } from '../../../core/regex.ts';
import { timedRegex } from './timedRegex.ts';
import { functionFile, functionName, linesOf, objectFile, type StackView } from '../decode/stackView.ts';
import { compileTagFilter, type TagTest } from './tagFilter.ts';

interface Compiled {
  focus: Matcher | null;
  ignore: Matcher | null;
  hide: Matcher | null;
  show: Matcher | null;
  showFrom: Matcher | null;
  tagFocus: TagTest | null;
  tagIgnore: TagTest | null;
}

/**
 * Narrows `view` in place and returns it. A filter that matches nothing is no error: the result is empty (focus, show,
 * show_from, tagfocus) or unchanged (ignore, hide, tagignore). Error `bad_data`: an invalid expression.
 */
export function applyFilters(profile: Profile, view: StackView, filters: ProfileFilters): Result<StackView> {
  const compiled = compileAll(profile, filters);
  if (!compiled.ok) return compiled;
  const by = compiled.value;
  if (by.focus !== null || by.ignore !== null || by.hide !== null || by.show !== null) filterByName(profile, view, by);
  if (by.showFrom !== null) showFrom(profile, view, by.showFrom);
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if (view.kept[sample] === 0) continue;
    if ((by.tagFocus !== null && !by.tagFocus(sample)) || (by.tagIgnore !== null && by.tagIgnore(sample)))
      view.kept[sample] = 0;
  }
  return ok(view);
}

function compileAll(profile: Profile, filters: ProfileFilters): Result<Compiled> {
  const focus = optional('focus', filters.focus);
  if (!focus.ok) return focus;
  const ignore = optional('ignore', filters.ignore);
  if (!ignore.ok) return ignore;
  const hide = optional('hide', filters.hide);
  if (!hide.ok) return hide;
  const show = optional('show', filters.show);
  if (!show.ok) return show;
  const from = optional('show_from', filters.show_from);
  if (!from.ok) return from;
  const tagFocus = compileTagFilter('tagfocus', filters.tagfocus, profile);
  if (!tagFocus.ok) return tagFocus;
  const tagIgnore = compileTagFilter('tagignore', filters.tagignore, profile);
  if (!tagIgnore.ok) return tagIgnore;
  return ok({
    focus: focus.value, ignore: ignore.value, hide: hide.value, show: show.value, showFrom: from.value,
    tagFocus: tagFocus.value, tagIgnore: tagIgnore.value,
  });
}

function optional(name: string, pattern: string | undefined): Result<Matcher | null> {
  return pattern === undefined || pattern === '' ? ok(null) : timedRegex(name, pattern);
}

function lineMatches(profile: Profile, line: number, matcher: Matcher): boolean {
  return matcher.test(functionName(profile, line)) || matcher.test(functionFile(profile, line));
}

function objectMatches(profile: Profile, location: number, matcher: Matcher): boolean {
  return at(profile.locations.mapping, location) >= 0 && matcher.test(objectFile(profile, location));
}

function locationMatches(profile: Profile, view: StackView, location: number, matcher: Matcher): boolean {
  return linesOf(profile, view, location).some((line) => lineMatches(profile, line, matcher))
    || objectMatches(profile, location, matcher);
}

const NEITHER = 0;
const FOCUSED = 1;
const IGNORED = 2;

function filterByName(profile: Profile, view: StackView, by: Compiled): void {
  const verdict = new Uint8Array(profile.locations.count);
  for (let location = 0; location < verdict.length; location++) {
    if (by.ignore !== null && locationMatches(profile, view, location, by.ignore)) verdict[location] = IGNORED;
    else if (by.focus === null || locationMatches(profile, view, location, by.focus)) verdict[location] = FOCUSED;
    if (by.hide !== null) hideLines(profile, view, location, by.hide);
    if (by.show !== null) showLines(profile, view, location, by.show);
  }
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    let focused = false;
    let ignored = false;
    let visible = false;
    for (let frame = at(view.from, sample); frame < at(view.to, sample); frame++) {
      const location = at(profile.frames, frame);
      if (verdict[location] !== NEITHER) {
        if (verdict[location] === IGNORED) ignored = true;
        else focused = true;
      }
      if (view.hidden[location] === 0) visible = true;
    }
    if (!focused || ignored || !visible) view.kept[sample] = 0;
  }
}

function hideLines(profile: Profile, view: StackView, location: number, hide: Matcher): void {
  if (!locationMatches(profile, view, location, hide)) return;
  const left = objectMatches(profile, location, hide)
    ? []
    : linesOf(profile, view, location).filter((line) => !lineMatches(profile, line, hide));
  keepLines(view, location, left);
}

function showLines(profile: Profile, view: StackView, location: number, show: Matcher): void {
  const lines = linesOf(profile, view, location);
  keepLines(
    view, location,
    objectMatches(profile, location, show) ? lines : lines.filter((line) => lineMatches(profile, line, show))
  );
}

function keepLines(view: StackView, location: number, left: number[]): void {
  view.lines.set(location, left);
  if (left.length === 0) view.hidden[location] = 1;
}

/** Removes all frames above the highest match; drops stacks without one. */
function showFrom(profile: Profile, view: StackView, matcher: Matcher): void {
  const matching = new Uint8Array(profile.locations.count);
  for (let location = 0; location < matching.length; location++) {
    if (objectMatches(profile, location, matcher)) { matching[location] = 1; continue; }
    const lines = linesOf(profile, view, location);
    const last = lines.findLastIndex((line) => lineMatches(profile, line, matcher));
    if (last < 0) continue;
    matching[location] = 1;
    if (last < lines.length - 1) view.lines.set(location, lines.slice(0, last + 1));
  }
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    let top = at(view.to, sample);
    for (; top > at(view.from, sample); top--) {
      const location = at(profile.frames, top - 1);
      if (matching[location] === 1 && view.hidden[location] === 0) break;
    }
    view.to[sample] = top;
    if (top === at(view.from, sample)) view.kept[sample] = 0;
  }
}
