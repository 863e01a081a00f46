/** Reads what promtool test rules prints: which test of which file failed, and how the results differ. Pure. */
import { counted, cutMiddle } from '../../../../core/text/format.ts';
import { labelsOf, sidesOf } from './ruleTestSides.ts';

const FILE = /^\W{0,12}(Unit Testing|Checking):? {1,4}(\S[^\n]{0,300}?)\s{0,20}$/;
const STATUS = /^\s{0,12}(SUCCESS|FAILED)\b:?\s{0,4}(.{0,400})$/;
const NAME = /^\s{0,20}name: ?(\S.{0,200}?),\s{0,4}$/;
const ALERT = /^\s{0,20}alertname: ?(\S{1,200}?), time: ?([^\s,]{1,30}),/;
const EXPRESSION = /^\s{0,20}expr: ?"((?:[^"\\]|\\.){1,2000})", time: ?([^\s,]{1,30}),(?: ?err: ?(.{1,400}))?/;
const RULE = /^\s{0,20}rule: ?(\S.{0,200}?), time: ?([^\s,]{1,30}), ?err: ?(.{1,400})$/;
const PART = /^\s{0,40}(exp|got) ?: ?(.{0,4000}?)\s{0,20}$/;
const DIFF = /^\s{0,40}diff \(-got \+exp\):/;
const DIFF_LINE = /^\s{0,40}([-+])\s{1,40}(\S.{0,200}?)\s{0,20}$/;
const KINDS = [['alert', ALERT], ['expression', EXPRESSION], ['rule', RULE]] as const;
const MAX_LINES = 5000;
const MAX_LINE = 4000;
const MAX_PART = 16 * 1024;
const MAX_TOLD = 3;
const MAX_TEXT = 120;

type Part = 'exp' | 'got' | 'diff';
interface Test {
  kind: 'alert' | 'expression' | 'rule';
  subject: string; time: string; file: string | null; name: string | null;
  exp: string; got: string; error: string | null; diff: string[];
}
interface File { path: string; status: 'SUCCESS' | 'FAILED' | null }

/** Reads an output line by line. */
class RuleTests {
  readonly files: File[] = [];
  readonly tests: Test[] = [];
  /** Errors of files that could not be tested at all, or in which a check found a mistake. */
  readonly errors: { file: string | null; error: string }[] = [];
  #name: string | null = null;
  #part: Part | null = null;
  /** Whether the next line says why a file failed. */
  #isReason = false;

  constructor(text: string) {
    for (const whole of text.split('\n', MAX_LINES)) this.#take(whole.slice(0, MAX_LINE).replace(/^> ?/, ''));
  }

  #take(line: string): void {
    const path = FILE.exec(line)?.[2];
    const [, status, rest = ''] = STATUS.exec(line) ?? [];
    const name = NAME.exec(line)?.[1];
    if (path !== undefined) {
      this.files.push({ path, status: null });
      [this.#name, this.#part, this.#isReason] = [null, null, false];
    } else if (status !== undefined) this.#end(status === 'FAILED' ? 'FAILED' : 'SUCCESS', rest.trim());
    else if (name !== undefined) this.#name = name;
    else if (!this.#begins(line)) this.#goOn(line);
  }

  #end(status: 'SUCCESS' | 'FAILED', rest: string): void {
    const file = this.files.findLast((one) => one.status === null);
    if (file !== undefined) file.status = status;
    [this.#name, this.#part, this.#isReason] = [null, null, status === 'FAILED'];
    if (this.#isReason && rest !== '') this.#tell(rest);
  }

  /** The file of a failed test is the last one, if its status stands behind it. */
  get #file(): string | null {
    const last = this.files.at(-1);
    return last === undefined || last.status === null ? null : last.path;
  }

  #tell(error: string): void {
    this.errors.push({ file: this.#file, error });
    this.#isReason = false;
  }

  #begins(line: string): boolean {
    for (const [kind, pattern] of KINDS) {
      const [, subject, time = '', error = null] = pattern.exec(line) ?? [];
      if (subject === undefined) continue;
      this.tests.push({
        kind, subject: subject.replaceAll(String.raw`\"`, '"'), time, error, file: this.#file, name: this.#name,
        exp: '', got: '', diff: [],
      });
      [this.#name, this.#part, this.#isReason] = [null, null, false];
      return true;
    }
    return false;
  }

  /** Adds a line to the part of the last test that it belongs to. */
  #goOn(line: string): void {
    const test = this.tests.at(-1);
    const [, side, rest = ''] = PART.exec(line) ?? [];
    if (this.#isReason) {
      if (line.trim() !== '') this.#tell(line.trim());
    } else if (test === undefined) return;
    else if (side === 'exp' || side === 'got') [test[side], this.#part] = [rest, side];
    else if (DIFF.test(line)) this.#part = 'diff';
    else if (this.#part === 'diff') {
      const [, sign, words] = DIFF_LINE.exec(line) ?? [];
      if (sign !== undefined && test.diff.length < MAX_TOLD) test.diff.push(`${sign}${words ?? ''}`);
    } else if (line.trim() === '') this.#part = null;
    else if (this.#part !== null && test[this.#part].length < MAX_PART) test[this.#part] += `\n${line.trim()}`;
  }
}

const short = (text: string): string => cutMiddle(text, MAX_TEXT);

function alertDifference({ exp, got, diff }: Test): string {
  if (exp === '' && got === '' && diff.length > 0) return `the difference is ${diff.map((one) =>
    `${one.startsWith('-') ? 'got' : 'expected'} ${short(one.slice(1).trim())}`).join('; ')}`;
  return sidesOf(labelsOf(exp), labelsOf(got));
}

function sampleDifference({ exp, got }: Test): string {
  const of = (side: string): string => (/^(?:nil|\[\s*\])?$/.test(side.trim()) ? 'nothing' : short(side.trim()));
  return `${of(exp)} was expected, and ${of(got)} came`;
}

function told(test: Test): string {
  const { kind, subject, time, file, name, error } = test;
  const what = kind === 'alert' ? `the alert ${subject}` : kind === 'rule' ? `the rule ${subject}`
    : `the expression ${short(subject)}`;
  const where = [name === null ? null : `test ${name}`, file].filter((one) => one !== null).join(', ');
  return `${what} at ${time}${where === '' ? '' : ` (${where})`}: ${error !== null ? short(error)
    : kind === 'alert' ? alertDifference(test) : sampleDifference(test)}`;
}

/** Returns what failed in the order of the text, and which files passed; null for an output without a result. */
export function ruleTestFacts(text: string): string | null {
  const { files, tests, errors } = new RuleTests(text);
  const passed = files.filter(({ status }) => status === 'SUCCESS');
  const failures = [
    ...tests.map(told), ...errors.map(({ file, error }) => `${file === null ? '' : `${file}: `}${short(error)}`),
  ];
  if (failures.length === 0 && !files.some(({ status }) => status === 'FAILED'))
    return passed.length > 0 || /SUCCESS/.test(text) ? 'It found no mistake.' : null;
  const more = failures.length - MAX_TOLD;
  const names = passed.slice(0, MAX_TOLD).map(({ path }) => path).join(', ');
  const others = passed.length > MAX_TOLD ? ` and ${passed.length - MAX_TOLD} more` : '';
  return [
    failures.length === 0 ? 'It failed; what failed is not in the text.'
      : `It failed: ${failures.slice(0, MAX_TOLD).join('; ').replace(/\.$/, '')}.`,
    ...more > 0 ? [`${counted(more, 'more test')} failed.`] : [],
    ...passed.length === 0 ? [] : [`${names}${others} ${passed.length === 1 ? 'has' : 'have'} no mistake.`],
  ].join(' ');
}
