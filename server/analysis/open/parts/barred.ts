/** Reads outputs about a host from tables with bars, as reports retype them. Pure. */
import type { Format } from '../look/format.ts';
import { lookAtText, type Look } from '../look/look.ts';
import { HOST_OUTPUTS } from '../outputs/hostOutputs.ts';

const IDS: ReadonlySet<string> = new Set(['top', 'ps', 'kubectl-top', 'free', 'vmstat', 'iostat', 'df']);
const BAR_LINE = /^[ \t>]{0,8}[|\u2502\u2503]/;
const RULE = /^[\s|+:=\u2500-\u257f-]{3,}$/;
const MAX_CHARS = 32 * 1024;
const MAX_LINES = 500;
const MIN_LINES = 2;

/** Returns the lines between bars as aligned columns; null without such lines. */
function unbarred(text: string): string | null {
  const lines = text.slice(0, MAX_CHARS).split('\n', MAX_LINES)
    .filter((line) => BAR_LINE.test(line) && !RULE.test(line.replace(/^[ \t>]{1,8}/, '')));
  return lines.length < MIN_LINES ? null : lines.map((line) => line.trim().replace(/^> ?/, '')
    .replaceAll(/^[|\u2502\u2503]|[|\u2502\u2503]$/g, '').split(/[|\u2502\u2503]/)
    .map((cell) => cell.replaceAll(/[*`~]/g, '').trim()).join('  ')).join('\n');
}

const looks = new WeakMap<Look, Look | null>();

function withoutBars(look: Look): Look | null {
  const known = looks.get(look);
  if (known !== undefined) return known;
  const text = look.isText && /^[ \t>]{0,8}[|\u2502\u2503]/m.test(look.head) ? unbarred(look.head) : null;
  const bare = text === null ? null : lookAtText(text, look.name);
  looks.set(look, bare);
  return bare;
}

/** The outputs about a host whose headers a table with bars keeps. */
export const BARRED_OUTPUTS: readonly Format[] = HOST_OUTPUTS.filter(({ id }) => IDS.has(id)).map((format) => ({
  ...format, id: `${format.id}-table`, isAnywhere: true,
  match: (look: Look) => {
    const bare = withoutBars(look);
    return bare === null ? null : format.match(bare);
  },
  interest: (look: Look) => {
    const bare = withoutBars(look);
    return bare === null ? null : format.interest?.(bare) ?? null;
  },
}));
