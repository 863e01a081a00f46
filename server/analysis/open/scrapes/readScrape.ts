/** Reads the samples of a scrape in the text format; labels are read only where they are used. Pure. */

const LABELS = /[^"{}\n]{0,200}(?:"(?:[^"\\\n]|\\[^\n]){0,3000}"[^"{}\n]{0,200}){0,60}/;
const SAMPLE = new RegExp(
  `${/^[ \t]*([a-zA-Z_:][\w:]{0,200})/.source}(?:\\{(${LABELS.source})\\})?${/[ \t]+(?:= )?/.source}`
    + /([-+]?(?:\d\S{0,30}|Inf)|NaN)(?:[ \t]+-?[\d.]{1,20})?(?:[ \t]+# [^\n]{0,500})?[ \t\r]*$/.source, 'gm'
);
const TYPE = /^[ \t]*# TYPE ([a-zA-Z_:][\w:]{0,200}) ([a-z]{4,20})/gm;
const HEALTH = new RegExp(/^[ \t]*# HELP ([a-zA-Z_:][\w:]{0,200}) [^\n]{0,200}?/.source
  + /\b1 ?(?:is|=|means|if|for|when|:) ?(?:it is )?(?:healthy|up|ok|alive|reachable)\b/.source, 'gmi');
const LABEL = /([a-zA-Z_]\w{0,100})="((?:[^"\\\n]|\\.){0,500})"/g;
const MAX_SAMPLES = 30_000;

/** One sample; `labels` are parsed when they are asked for. */
export class Sample {
  readonly name: string;
  readonly labelText: string;
  readonly value: number;

  constructor(name: string, labelText: string, value: number) {
    this.name = name;
    this.labelText = labelText;
    this.value = value;
  }

  get labels(): Record<string, string> {
    return Object.fromEntries([...this.labelText.matchAll(LABEL)].map(
      ([, key = '', value = '']): [string, string] => [key, value]
    ));
  }
}

export interface Scrape {
  samples: Sample[];
  /** Type of each metric family, as its comment states it. */
  types: ReadonlyMap<string, string>;
  /** The metrics whose HELP line says that 1 is healthy. */
  healthyAtOne: ReadonlySet<string>;
  /** Number of samples whose series occurred before: they come from another moment or server. */
  repeatedCount: number;
}

/** Reads the samples whose value is a number, at most 30,000. */
export function readScrape(text: string): Scrape {
  const samples: Sample[] = [];
  const known = new Set<string>();
  let repeatedCount = 0;
  for (const [, name = '', labelText = '', value = ''] of text.matchAll(SAMPLE)) {
    if (samples.length >= MAX_SAMPLES) break;
    const series = `${name}{${labelText}`;
    if (known.has(series)) repeatedCount += 1;
    known.add(series);
    const number = /Inf$/.test(value) ? (value.startsWith('-') ? -Infinity : Infinity) : Number(value);
    if (!Number.isNaN(number)) samples.push(new Sample(name, labelText, number));
  }
  const types = new Map([...text.matchAll(TYPE)].map(([, name = '', type = '']): [string, string] => [name, type]));
  const healthyAtOne = new Set([...text.matchAll(HEALTH)].map(([, name = '']) => name));
  return { samples, types, healthyAtOne, repeatedCount };
}
