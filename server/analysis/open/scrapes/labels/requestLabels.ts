/** Finds metrics whose labels make a series of each request: times, ids and paths with ids as values. Pure; bounded. */
import type { Sample } from '../readScrape.ts';

/** Fewer series may differ in any label. */
const MIN_SERIES = 8;
const MAX_SAMPLES = 5000;
/** A value that only one request has: a path with a number or an id in it. */
const OF_REQUEST = new RegExp([
  /\/(?:\d{5,20}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{4,40}|[0-9a-f]{16,64})(?=\/|$)/,
].map(({ source }) => source).join('|'), 'i');
const OF_TIME = /^\d{4}-\d\d-\d\d[T _]\d\d:\d\d/;
/** Names of labels with something of a request; a resource or a mount has a path with an id, too. */
const NAMED = /path|ur[il]|route|endpoint|request|query|date|time|trace|span/i;
const OF_RESOURCE = /^arn:|^(?:mount|device|volume)/i;
/** A value that differs for each client or request, but for other objects, too. */
const OF_OBJECT = new RegExp([
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, /^[0-9a-f]{16,64}$/, /^\d{4,20}$/,
  /^\d{1,3}(?:\.\d{1,3}){3}(?::\d{2,5})?$/,
].map(({ source }) => source).join('|'), 'i');
/** Metrics that describe objects, such as pods and containers, each of which has ids. */
const OF_OBJECTS = /^(?:kube_|container_|machine_)|_info$|_created$|_build|_(?:cg|net)roup/;

const isAll = (values: readonly string[], pattern: RegExp): boolean =>
  new Set(values).size === values.length && values.every((value) => pattern.test(value));

/** Returns the metric whose labels make a series of each request, and what to do; null without one. */
export function requestLabels(samples: readonly Sample[], text: string): string | null {
  const byName = new Map<string, Sample[]>();
  for (const one of samples.slice(0, MAX_SAMPLES)) {
    if (one.labelText === '' || OF_OBJECTS.test(one.name)) continue;
    const same = byName.get(one.name);
    if (same === undefined) byName.set(one.name, [one]);
    else same.push(one);
  }
  for (const [name, own] of byName) {
    if (own.length < MIN_SERIES) continue;
    const all = own.map(({ labels }) => labels);
    const keys = Object.keys(all[0] ?? {});
    const valuesOf = (key: string): string[] => all.map((labels) => labels[key] ?? '');
    const ofRequest = keys.filter((key) => !OF_RESOURCE.test(key)
      && (isAll(valuesOf(key), OF_TIME) || (NAMED.test(key) && isAll(valuesOf(key), OF_REQUEST)))
      && !valuesOf(key).some((value) => OF_RESOURCE.test(value)));
    if (ofRequest.length === 0) continue;
    const others = keys.filter((key) => !ofRequest.includes(key) && isAll(valuesOf(key), OF_OBJECT));
    const count = new RegExp(String.raw`\bgrep -c\w{0,3} ["']?\^?${name}\b[^\n]{0,40}\n[ \t]{0,8}(\d{1,12})\s`);
    const counted = count.exec(text)?.[1];
    const whole = counted === undefined ? '' : ` of the ${Number(counted).toLocaleString('en-US')}`;
    return `It shows ${own.length}${whole} series of ${name}, each with a value of its own in ${
      listed([...others, ...ofRequest])}: such labels make a new series of each request, which the process keeps in `
      + 'memory until it ends or deletes it. Leave them out, give the path as a template, and put ids and times into '
      + 'logs or traces.';
  }
  return null;
}

const listed = (names: readonly string[]): string =>
  (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`);
