import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node, type YAMLMap } from 'yaml';
import { parseDurationMs, parseSizeBytes } from '../../../core/text/durations.ts';
import { meant } from '../../../core/text/unknownName.ts';
import { UsageError } from './usageError.ts';

/** Reads a YAML text key by key, and reports file, line and key of the first mistake. */
export class YamlReader {
  readonly root: YamlSection;

  constructor(file: string, text: string) {
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
    const error = document.errors[0];
    if (error !== undefined) {
      const { line } = lines.linePos(error.pos[0]);
      if (error.code === 'DUPLICATE_KEY')
        throw new UsageError(`${file}:${line}: ${keyAt(text, error.pos[0])}: appears twice; keep one of them.`);
      const what = error.message.replace(/ at line \d+, column \d+:?[^]*$/, '');
      throw new UsageError(`${file}:${line}: ${what}; check the indentation and quotes there.`);
    }
    const contents = document.contents;
    if (contents !== null && !isMap(contents))
      throw new UsageError(`${file}:1: the file must hold keys such as "targets:".`);
    this.root = new YamlSection(file, lines, '', contents);
  }
}

/** One mapping of the file. Each getter checks the type and records the key; `end` rejects the other keys. */
export class YamlSection {
  private readonly known: string[] = [];

  constructor(
    private readonly file: string,
    private readonly lines: LineCounter,
    private readonly path: string,
    private readonly map: YAMLMap | null,
  ) {}

  /** Returns the error for a key (or this section): file, line, key, what is wrong, what to do. */
  mistake(key: string, message: string): UsageError {
    return new UsageError(`${this.file}:${this.lineOf(key)}: ${this.path}${key}: ${message}`);
  }

  where(key: string): string {
    return `${this.file}:${this.lineOf(key)}: ${this.path}${key}`;
  }

  /** Throws where two items of a list have the same name. */
  refuseTwins(key: string, items: string, names: readonly string[]): void {
    const twin = names.find((name, i) => names.indexOf(name) !== i);
    if (twin !== undefined) throw this.mistake(key, `two ${items} are named "${twin}"; give each a name of its own.`);
  }

  string(key: string): string | undefined {
    const value = this.scalar(key);
    if (value === undefined) return undefined;
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
    throw this.mistake(key, 'must be a text that is not empty.');
  }

  /** Returns the text, which may be empty; else like `string`. */
  text(key: string): string | undefined {
    return this.scalar(key) === '' ? '' : this.string(key);
  }

  number(key: string): number | undefined {
    const value = this.scalar(key);
    if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value;
    throw this.mistake(key, 'must be a number.');
  }

  boolean(key: string): boolean | undefined {
    const value = this.scalar(key);
    if (value === undefined || typeof value === 'boolean') return value;
    throw this.mistake(key, 'must be true or false.');
  }

  /** `most`: the maximum; `text` is its form in the error message. */
  durationMs(key: string, most?: { ms: number; text: string }): number | undefined {
    const text = this.string(key);
    if (text === undefined) return undefined;
    const ms = parseDurationMs(text);
    if (ms === null || ms <= 0) throw this.mistake(key, `"${text}" is not a duration; write e.g. 1s, 15s, 2h.`);
    if (most !== undefined && ms > most.ms) throw this.mistake(key, `"${text}" is longer than ${most.text}.`);
    return ms;
  }

  sizeBytes(key: string): number | undefined {
    const text = this.string(key);
    if (text === undefined) return undefined;
    const bytes = parseSizeBytes(text);
    if (bytes === null || bytes <= 0) throw this.mistake(key, `"${text}" is not a size; write e.g. 512MB, 10GB.`);
    return bytes;
  }

  strings(key: string): string[] {
    const node = this.node(key);
    if (node === undefined) return [];
    if (!isSeq(node)) throw this.mistake(key, 'must be a list of texts.');
    return node.items.map((item) => {
      if (isScalar(item) && typeof item.value === 'string' && item.value !== '') return item.value;
      throw this.mistake(key, 'must be a list of texts.');
    });
  }

  labels(key: string): Record<string, string> {
    const section = this.section(key);
    const labels: Record<string, string> = {};
    for (const name of section.keys()) labels[name] = section.string(name) ?? '';
    return labels;
  }

  /** Returns an empty section if the key is absent. */
  section(key: string): YamlSection {
    const node = this.node(key);
    if (node !== undefined && !isMap(node)) throw this.mistake(key, 'must hold keys of its own.');
    return new YamlSection(this.file, this.lines, `${this.path}${key}.`, node ?? null);
  }

  sections(key: string): YamlSection[] {
    const node = this.node(key);
    if (node === undefined) return [];
    if (!isSeq(node)) throw this.mistake(key, 'must be a list, each item starting with "- ".');
    return node.items.map((item, i) => {
      if (!isMap(item)) throw this.mistake(key, `item ${i + 1} must hold keys such as "url:".`);
      return new YamlSection(this.file, this.lines, `${this.path}${key}[${i}].`, item);
    });
  }

  /** Returns whether the key has keys of its own, where it may also be a text. */
  holdsKeys(key: string): boolean {
    return isMap(this.map?.get(key, true));
  }

  has(key: string): boolean {
    this.known.push(key);
    return this.map?.has(key) ?? false;
  }

  /** Rejects a key that is not allowed here, although it is not a typo. */
  refuse(key: string, message: string): void {
    if (this.map?.has(key) === true) throw this.mistake(key, message);
  }

  keys(): string[] {
    return (this.map?.items ?? []).map((pair) => (isScalar(pair.key) ? String(pair.key.value) : ''));
  }

  /** Rejects unknown keys; call it after every key was read. */
  end(): void {
    for (const key of this.keys()) {
      if (this.known.includes(key)) continue;
      const known = [...new Set(this.known)].sort();
      throw this.mistake(key, `unknown key${meant(key, known)}; known here: ${known.join(', ')}.`);
    }
  }

  private node(key: string): Node | undefined {
    this.known.push(key);
    const node = this.map?.get(key, true) as Node | undefined;
    return node === undefined || (isScalar(node) && node.value === null) ? undefined : node;
  }

  private scalar(key: string): unknown {
    const node = this.node(key);
    if (node === undefined) return undefined;
    if (!isScalar(node)) throw this.mistake(key, 'must be a single value.');
    return node.value;
  }

  private lineOf(key: string): number {
    const pair = this.map?.items.find((item) => isScalar(item.key) && item.key.value === key);
    const at = isScalar(pair?.key) ? pair.key.range?.[0] : this.map?.range?.[0];
    return this.lines.linePos(at ?? 0).line;
  }
}

function keyAt(text: string, offset: number): string {
  return /^["']?([^\s:"']{1,60})/.exec(text.slice(offset, offset + 100))?.[1] ?? 'a key';
}
