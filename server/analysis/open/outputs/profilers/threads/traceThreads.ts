/** Says how the samples of Chrome trace events are spread over threads. Pure. */
import type { Look } from '../../../look/look.ts';
import { countsWords } from './perfThreads.ts';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? value as Fields : {});
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const idOf = ({ tid }: Fields): string => (typeof tid === 'string' || typeof tid === 'number' ? String(tid) : '');

/** Returns the value of a text in JSON; null for one that is cut. */
export function parsedJson({ text, isCut }: Pick<Look, 'text' | 'isCut'>): Fields | null {
  if (isCut) return null;
  try {
    return fieldsOf(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Returns a sentence on the samples of each thread; null for one thread. */
export function traceThreads(look: Pick<Look, 'text' | 'isCut'>): string | null {
  const whole = parsedJson(look);
  if (whole === null) return null;
  const names = new Map(listOf(whole['traceEvents']).filter(({ name }) => name === 'thread_name').map((event) =>
    [idOf(event), fieldsOf(event['args'])['name']]));
  const counts = new Map<string, number>();
  for (const sample of listOf(whole['samples'])) {
    const id = idOf(sample);
    const name = names.get(id);
    const called = typeof name === 'string' && name !== '' ? `thread ${id} (${name})` : `thread ${id}`;
    counts.set(called, (counts.get(called) ?? 0) + 1);
  }
  return counts.size < 2 ? null : `Its samples are of ${counts.size} threads: ${countsWords([...counts])}.`;
}
