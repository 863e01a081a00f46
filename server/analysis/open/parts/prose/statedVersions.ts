/** Finds the version of a program in image tags, names of files, and what the program prints of itself. Pure. */
import { allIn } from '../../../../../core/text/prefilter/fits.ts';
import { IMAGES } from '../../logs/naming/programTable.ts';
import { onlyOf } from './versions.ts';
import { isHere, PROGRAMS } from './versionWords.ts';

export const VERSION = String.raw`v?(\d{1,4}\.\d{1,4}(?:\.\d{1,4})?(?:-(?:rc|beta|alpha)\.?\d{1,3})?)(?![\w.]*\d)`;
/** The binaries of programs that have another name. */
const BINARIES: Readonly<Record<string, string>> = {
  VictoriaMetrics: 'victoria-metrics', VictoriaLogs: 'victoria-logs',
};
/** Names of folders, archives and jars, where they are not that of the program. */
const FILES: Readonly<Record<string, string>> = {
  VictoriaMetrics: 'victoria-metrics(?:-\\w{2,10}-\\w{2,10})?', Cassandra: '(?:apache-)?cassandra',
  IoTDB: '(?:apache-)?iotdb', Druid: '(?:apache-)?druid',
  'OpenTelemetry Collector': 'otelcol(?:-contrib)?', 'Grafana Agent': 'grafana-agent', 'Grafana Alloy': 'alloy',
};
/** A chart of Helm has a version of its own. */
const OF_CHART = /\bcharts?\b|\bhelm\b|\bdeployed\b/i;
/** Number of characters behind a version that may tell of what it is. */
const MAX_LINE = 100;

interface Patterns { image: RegExp | null; file: RegExp; printed: readonly RegExp[]; words: RegExp }

function patternsOf(program: string): Patterns {
  const image = IMAGES[program];
  const escaped = program.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return {
    image: image === undefined ? null : new RegExp(`(?:^|[\\s/"'=\x60(])${image}:${VERSION}`, 'gm'),
    // The folder of a release, its archive, a jar in a trace of Java.
    file: new RegExp(String.raw`(?:^|[\s"'/\\~(=[:\x60])${FILES[program] ?? escaped}[-_]${VERSION}`
      + String.raw`(?=[/\\\s"'\x60),;:\]]|\.(?:jar|tar|tgz|zip|deb|rpm|linux|darwin|windows|freebsd)\b`
      + String.raw`|[-_](?:no-jre|rt|all|bin|linux|darwin|windows)\b|-\d{1,2}[/\s"']|\.?(?:\s|$))`, 'gim'),
    printed: [
      new RegExp(`(?:^|[\\s"'])${BINARIES[program] ?? escaped}-\\d{8}-\\d{6}-(?:tags-)?${VERSION}`, 'gim'),
      new RegExp(`^[ \\t]{0,12}${escaped},[ \\t]version ${VERSION}`, 'gim'),
    ],
    words: new RegExp(String.raw`(?:^|[\s"'*])${escaped}(?:[ \t]+server)?,?[ \t]+version(?:[ \t]used)?`
      + String.raw`\W{1,8}(?:${escaped}[ \t,]{1,3})?${VERSION}`, 'gim'),
  };
}

const lineAt = (text: string, at: number): string =>
  text.slice(text.lastIndexOf('\n', at - 1) + 1, text.indexOf('\n', at) < 0 ? undefined : text.indexOf('\n', at));

function matched(text: string, pattern: RegExp, isOwn: (match: RegExpExecArray) => boolean): string[] {
  return allIn(pattern, text).filter(isOwn).map(([, version = '']) => version);
}

/** Returns the only version that names of images and files, and what it prints, give a program; null without one. */
export function statedVersion(program: string, text: string): string | null {
  const { image, file, printed, words } = patternsOf(program);
  const majors = PROGRAMS[program]?.[1] ?? /^\d/;
  return onlyOf([
    ...image === null ? [] : matched(text, image, () => true), ...fileVersions(text, file),
    ...printed.flatMap((pattern) => matched(text, pattern, () => true)),
    ...matched(text, words, (match) => isHereInLine(text, match)),
  ].filter((version) => majors.test(version)));
}

const fileVersions = (text: string, file: RegExp): string[] =>
  matched(text, file, ({ index }) => !OF_CHART.test(lineAt(text, index + 1)));

/** Returns the version of a program in the names of its own files, such as a jar in a trace; null without one. */
export const fileVersion = (program: string, text: string): string | null =>
  onlyOf(fileVersions(text, patternsOf(program).file).filter((one) => PROGRAMS[program]?.[1].test(one) ?? true));

/** Whether a version in words is that of the text, and not of a fix or an update. */
function isHereInLine(text: string, { 0: { length }, index }: RegExpExecArray): boolean {
  const from = text.lastIndexOf('\n', index - 1) + 1;
  return isHere(text.slice(from, index + length + MAX_LINE), index - from, index - from + length);
}
