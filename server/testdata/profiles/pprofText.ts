/** Reads what `go tool pprof` printed, as kept in views/. */
import { readFileSync } from 'node:fs';

export function viewText(file: string): string {
  return readFileSync(new URL(`views/${file}`, import.meta.url), 'utf8');
}

export interface PeekBlock { function: string; flat: number; cum: number; callers: string[]; callees: string[] }

/** `-peek` with `-unit=ns` or `B`: a block for each function; edges as `name value`, with ` inline` where it is. */
export function readPeek(text: string): PeekBlock[] {
  const blocks: PeekBlock[] = [];
  let callers: string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('---')) { callers = []; continue; }
    const edge = /^\s+(-?\d+)(?:ns|B)?\s+\S+\s+\|\s{3}(.*?)( \(inline\))?$/.exec(line);
    if (edge !== null) {
      const [, value = '', name = '', inline = ''] = edge;
      (blocks.at(-1)?.callers === callers ? blocks.at(-1)?.callees : callers)?.push(`${name} ${value}${inline === '' ? '' : ' inline'}`);
      continue;
    }
    const own = /^\s*(-?\d+)(?:ns|B)?\s+\S+\s+\S+\s+(-?\d+)(?:ns|B)?\s+\S+\s+\| (\S.*?)( \(inline\)| \(partial-inline\))?$/.exec(line);
    if (own !== null) blocks.push({ function: own[3] ?? '', flat: Number(own[1]), cum: Number(own[2]), callers, callees: [] });
  }
  return blocks;
}
