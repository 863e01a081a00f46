/** Finds the version of a program in sentences on what changed, or on where a fault occurs. Pure; bounded. */
import { writersSentences } from '../../look/writersSentences.ts';
import { onlyOf } from './versions.ts';
import { OTHERS, PROGRAMS } from './versionWords.ts';

const NUMBER = String.raw`v?(\d{1,3}\.\d{1,4}\.\d{1,4}(?:-(?:rc|beta|alpha)\.?\d{1,3})?)(?![\w.]{0,20}\d)`;
const VERSION = '(?:version )?';
const PLACES: readonly RegExp[] = [
  // `upgraded from 2.5.0 to 2.6.1`
  new RegExp(String.raw`\b(?:[Uu]pgrad|[Uu]pdat|[Mm]igrat|[Bb]ump|[Mm]ov)(?:e|ed|ing)\b.{0,60}?\bfrom ${VERSION}`
    + String.raw`v?\d{1,3}\.\d{1,4}[\w.-]{0,12} to ${VERSION}${NUMBER}`, 'g'),
  // `comes up on 2.6.1`
  new RegExp(String.raw`\b(?:comes? up|happens?|occurs?|fails?|breaks?|crash(?:es|ed)?|run(?:s|ning)?|started)`
    + String.raw`(?: [\w-]{1,20}){0,2} (?:on|with|in) ${VERSION}${NUMBER}`, 'g'),
];
/** `the chart of X 27.50.0 (which includes v3.8.0)`. */
const CONTAINED = new RegExp(String.raw`\b(?:which|that) (?:includes?|contains?|ships?(?: with)?|brings?|has|uses?) `
  + `(?:[A-Za-z]{2,20} )?${VERSION}${NUMBER}`, 'g');
const CHART = /\b(?:helm|charts?)\b/gi;
/** Words for a version that does not run now. */
const NOT_HERE =
  /\b(?:fix\w*|solv\w*|resolv\w*|help\w*|tried|plan\w*|will|want\w*|back|never|work(?:s|ed|ing)?|used to)\b/i;

/** Returns the only version that such sentences give the program, which they need not name; null without one. */
export function versionOfChange(program: string, text: string): string | null {
  const known = PROGRAMS[program];
  if (known === undefined) return null;
  const [names, majors] = known;
  const own = new RegExp(String.raw`(?<![\w./@-])(?:${names.source})(?![-\w/])`, 'gi');
  const found = writersSentences(text).flatMap((sentence) => {
    const without = sentence.replace(own, ' ');
    const contained = without === sentence ? [] : [...sentence.matchAll(CONTAINED)];
    const places = contained.length > 0 ? contained : PLACES.flatMap((place) => [...sentence.matchAll(place)]);
    const isOther = OTHERS.test(contained.length > 0 ? without.replace(CHART, ' ') : without);
    return NOT_HERE.test(sentence) || isOther ? [] : places.map(([, version = '']) => version);
  });
  return onlyOf(found.filter((version) => majors.test(version)));
}
