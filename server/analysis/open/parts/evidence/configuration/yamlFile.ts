/** Tells what YAML, or Prometheus, does not take in the file that stands beside an error about it. Pure; bounded. */

const OF_YAML = /\byaml: |\bYAML\b/;
const MAX_CHARS = 64 * 1024;
const MAX_LINES = 1500;
const MAX_LINE = 300;
const MAX_TOLD = 3;

/** A key with its value, or an item of a list. */
const KEY = /^[ \t]{0,40}(?:- )?["']?[A-Za-z_][\w.-]{0,60}["']?:(?:[ \t]|$)|^[ \t]{0,40}- \S/;
const BEGINS_KEY = /^[ \t]{0,40}(?:- )?[A-Za-z_][\w.-]{0,60}:(?:[ \t]|$)/;
const NO_BLANK_BEHIND_DASH = /^[ \t]{0,40}(-[A-Za-z_]\w{1,40}:)(?=[ \t]|$)/;
const NO_BLANK_BEHIND_COLON = /^[ \t]{0,40}(?:- )?([a-z_]{2,40}:["'[\d][^\s,]{0,40})/;
/** A value with a quotation mark before it and none behind it, above another key. */
const OPEN_MARK = /^[ \t]{0,40}(?:- )?([\w.-]{1,60}:) {1,4}(?:"[^"]{0,250}|'[^']{0,250})$/;
const TAB = /^ {0,40}\t[\t ]{0,40}((?:- )?[A-Za-z_]\w{1,40}:)(?= |$)/;
const JOB = /^( {0,20})- job_name:/;
/** Keys of a job; each of them is none of the whole file. */
const OF_JOB = new RegExp(String.raw`^( {0,20})(target_groups|static_configs|metrics_path|metric_relabel_configs`
  + String.raw`|relabel_configs|honor_labels|basic_auth|[a-z]{2,20}_sd_configs):`);
const OTHER_KEY = /^[a-z_]{2,40}:/;
const OLD_TARGETS = /^ {0,40}(?:- )?target_groups:/;

/** Returns the faults of the file; null if the facts are about something else, or none is seen. */
export function yamlFile(facts: string, text: string): string | null {
  if (!OF_YAML.test(facts)) return null;
  const lines = text.slice(0, MAX_CHARS).split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE).trimEnd());
  // Beside a key, a line is one of a file.
  const isWithin = (i: number): boolean => KEY.test(lines[i - 1] ?? '') || KEY.test(lines[i + 1] ?? '');
  const first = (pattern: RegExp): string | undefined => lines.flatMap((line, i) => {
    const own = pattern.exec(line)?.[1];
    return own === undefined || !isWithin(i) ? [] : [own];
  })[0];
  const [dash, colon, tab] = [NO_BLANK_BEHIND_DASH, NO_BLANK_BEHIND_COLON, TAB].map(first);
  const open = lines.flatMap((line, i) => {
    const own = OPEN_MARK.exec(line)?.[1];
    return own === undefined || !BEGINS_KEY.test(lines[i + 1] ?? '') ? [] : [own];
  })[0];
  const outside = outsideOfJob(lines);
  const isOld = lines.some((line) => OLD_TARGETS.test(line)) && lines.some((line) => JOB.test(line));
  const told = [
    tab === undefined ? null : `"${quoted(tab)}" is indented with a tab`,
    dash === undefined ? null : `"${quoted(dash)}" has no blank behind its dash`,
    colon === undefined ? null : `"${quoted(colon)}" has no blank behind its colon`,
    open === undefined ? null : `the quotation mark behind "${open}" is not closed`,
    outside === null ? null : `${outside} is not indented under its job`,
    isOld ? 'target_groups is called static_configs since Prometheus 0.20' : null,
  ].filter((one) => one !== null).slice(0, MAX_TOLD);
  return told.length === 0 ? null : `In the file that the text shows, ${listed(told)}.`;
}

const quoted = (text: string): string => text.replaceAll('"', '\'');

const listed = (all: readonly string[]): string =>
  (all.length === 1 ? all.join('') : `${all.slice(0, -1).join(', ')}, and ${all.at(-1) ?? ''}`);

/** Returns the first key of a job that stands left of the items of its list; null without one. */
function outsideOfJob(lines: readonly string[]): string | null {
  let depth: number | null = null;
  for (const line of lines) {
    const job = JOB.exec(line)?.[1];
    if (job !== undefined) {
      depth = job.length;
      continue;
    }
    const [, before, key] = OF_JOB.exec(line) ?? [];
    if (depth !== null && before !== undefined && key !== undefined && before.length <= depth) return key;
    if (OTHER_KEY.test(line)) depth = null;
  }
  return null;
}
