/**
 * Removes confidential data from an incident. Credentials are always removed; command lines (flags with paths and
 * addresses, labels with a command) unless they are to be kept. Numbers, durations, sizes, switches and the list of
 * features stay: panels need them. Replaced values stay distinguishable: two values that differed still differ.
 */
import type { TargetFacts } from '../../../core/contract/facts.ts';
import type { ScrapeError } from '../metrics/series.ts';
import type { Labels } from '../../../core/contract/terms/targetKind.ts';
import { REPLACED, withoutSecrets } from '../../../core/text/redacted.ts';
import { withoutCredentials } from './credentials.ts';

/** Names of labels and flags whose values are secrets, or might be. */
const SECRET_NAME =
  /passw|passphrase|secret|token|credential|(?:api|private|access)[_-]?key|dsn$|cookie|authorization|bearer/i;
/** Labels in which process exporters report a command line. */
const COMMAND_LABEL = /^(cmd|cmdline|command|command_?line|args?|argv|execpath|exe)$/i;
/**
 * Values of flags that reveal no paths, hosts or people: switches, numbers, durations (`1d12h`), sizes, and lists of
 * them.
 */
const DECIMAL = String.raw`\d+(?:\.\d+)?`;
const TIME_UNIT = 'ns|us|µs|ms|[smhdwy]';
const PLAIN_PART = String.raw`[+-]?${DECIMAL}(?:e[+-]?\d+)?(?:${TIME_UNIT}|[kKMGTPE]?i?B|[kKMGTPE]|%)?`
  + `(?:${DECIMAL}(?:${TIME_UNIT}))*`;
const PLAIN_VALUE = new RegExp(`^(?:|true|false|${PLAIN_PART}(?:,${PLAIN_PART})*)$`);
/** Flags with harmless words: features and log settings. */
const PLAIN_FLAGS = new Set(['enable-feature', 'log.level', 'log.format', 'agent']);

export class Redactor {
  private readonly numbers = new Map<string, number>();
  private readonly done = new Set<string>();

  /** `secrets`: configured secrets, removed wherever they appear. */
  constructor(private readonly keepCommandLines: boolean, private readonly secrets: readonly string[] = []) {}

  /** Returns what was replaced, in words, sorted. */
  told(): string[] {
    return [...this.done].sort();
  }

  /** Removes configured secrets from a text, and what `withoutCredentials` finds in it. */
  text(text: string): string {
    const clean = withoutCredentials(withoutSecrets(text, this.secrets));
    if (clean !== text) this.done.add('credentials inside texts and addresses');
    return clean;
  }

  /** Applies `text` to every text inside a value. */
  deep<T>(value: T): T {
    return this.inside(value) as T;
  }

  private inside(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.inside(item));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.inside(inner)]));
  }

  /** Redacts labels of a series. Equal values get the same replacement, different values different ones. */
  labels(labels: Labels): Labels {
    let changed: Record<string, string> | null = null;
    for (const [name, value] of Object.entries(labels)) {
      const kept = this.labelValue(name, value);
      if (kept === value) continue;
      changed ??= { ...labels };
      Object.defineProperty(changed, name, { value: kept, enumerable: true, configurable: true, writable: true });
    }
    return changed ?? labels;
  }

  /** Redacts configured labels of a target: those that look like credentials are removed. */
  configuredLabels(labels: Labels): Labels {
    return Object.fromEntries(Object.entries(labels).filter(([name]) => {
      if (!SECRET_NAME.test(name)) return true;
      this.done.add(`the configured label "${name}"`);
      return false;
    }).map(([name, value]) => [name, this.text(value)]));
  }

  error(error: ScrapeError | null): ScrapeError | null {
    if (error === null) return null;
    const message = this.text(error.message);
    return message === error.message ? error : { ...error, message };
  }

  /** Redacts facts; flags keep their names and number, because panels check whether all are known. */
  facts(facts: TargetFacts): TargetFacts {
    const { flags, scrapeJobs, ...rest } = facts;
    return {
      ...rest,
      ...(flags === undefined ? {}
        : { flags: Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, this.flag(name, value)])) }),
      ...(scrapeJobs === undefined ? {} : {
        scrapeJobs: scrapeJobs.map(
          (job) => ({ ...job, lastError: job.lastError === null ? null : this.text(job.lastError) })
        ),
      }),
    };
  }

  private flag(name: string, value: string): string {
    if (PLAIN_VALUE.test(value) && !SECRET_NAME.test(name)) return value;
    if (SECRET_NAME.test(name)) {
      this.done.add(`the flag --${name}`);
      return REPLACED;
    }
    if (this.keepCommandLines || PLAIN_FLAGS.has(name)) return this.text(value);
    this.done.add('flags that are no number, size, duration or switch');
    return REPLACED;
  }

  private labelValue(name: string, value: string): string {
    const isSecret = SECRET_NAME.test(name);
    if (isSecret || (COMMAND_LABEL.test(name) && !this.keepCommandLines)) {
      this.done.add(`values of the label "${name}"`);
      return this.replacement(name, value);
    }
    const clean = this.text(value);
    // Two addresses that differ only in their credentials must not become one series.
    return clean === value ? value : `${clean}#${this.replacement('', value)}`;
  }

  private replacement(name: string, value: string): string {
    const key = JSON.stringify([name, value]);
    const number = this.numbers.get(key) ?? this.numbers.size + 1;
    this.numbers.set(key, number);
    return `redacted-${number}`;
  }
}
