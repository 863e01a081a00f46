/** Says which methods call the one with the most samples of a stackprof profile, by its edges. Pure. */
import type { Look } from '../../../look/look.ts';
import { parsedJson } from './traceThreads.ts';

interface Frame { name: string; samples: number; edges: Readonly<Record<string, unknown>>; id: string }

const MAX_CALLERS = 2;
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;

/** Returns the share of the method with the most samples, its callers, and the share of garbage collection. */
export function stackprofCallers(look: Pick<Look, 'text' | 'isCut'>): string | null {
  const whole = parsedJson(look);
  const all = numberOf(whole?.['samples']);
  if (whole === null || all <= 0) return null;
  const frames = framesOf(whole['frames']);
  const [most] = frames.toSorted((a, b) => b.samples - a.samples);
  const collected = numberOf(whole['gc_samples']);
  const gc = collected <= 0 ? '' : ` Garbage collection has ${percent(collected / all)}.`;
  if (most === undefined || most.samples <= 0) return gc.trim() || null;
  const callers = frames.map(({ name, edges }) => ({ name, value: numberOf(edges[most.id]) }))
    .filter(({ name, value }) => value > 0 && name !== most.name).sort((a, b) => b.value - a.value)
    .slice(0, MAX_CALLERS).map(({ name, value }) => `${name} (${value.toLocaleString('en-US')})`);
  return `${most.name} has ${percent(most.samples / all)} of the samples${
    callers.length === 0 ? '' : `, called by ${callers.join(' and ')}`}.${gc}`;
}

function framesOf(value: unknown): Frame[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([id, one]): Frame[] => {
    if (typeof one !== 'object' || one === null) return [];
    const { name, samples, edges } = one as Readonly<Record<string, unknown>>;
    return typeof name !== 'string' ? [] : [{ id, name, samples: numberOf(samples),
      edges: typeof edges === 'object' && edges !== null ? edges as Readonly<Record<string, unknown>> : {} }];
  });
}
