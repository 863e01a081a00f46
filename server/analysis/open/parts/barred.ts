/** Reads outputs about hosts and clusters from tables with bars, as reports retype them. Pure. */
import type { Format } from '../look/format.ts';
import { lookAtText, type Look } from '../look/look.ts';
import { KUBERNETES_TEXTS } from '../logs/kubernetes/kubernetesTexts.ts';
import { HOST_OUTPUTS } from '../outputs/hostOutputs.ts';
import { HOST_TABLES } from '../structure/hostTables.ts';
import { KNOWN_TABLES } from '../structure/knownTables.ts';

const IDS: ReadonlySet<string> = new Set([
  'top', 'ps', 'kubectl-top', 'docker-stats', 'free', 'vmstat', 'iostat', 'df', 'pidstat', 'jstat', 'kubectl-nodes',
  'kubectl-claims', 'kubectl-table', 'docker-ps', 'helm-list',
]);
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

const ALL = [...HOST_OUTPUTS, ...HOST_TABLES, ...KUBERNETES_TEXTS, ...KNOWN_TABLES];

/** The outputs whose headers a table with bars keeps. */
export const BARRED_OUTPUTS: readonly Format[] = ALL.filter(({ id }) => IDS.has(id)).map((format) => ({
  ...format, id: `${format.id}-table`, door: null, isAnywhere: true,
  match: (look: Look) => {
    const bare = withoutBars(look);
    return bare === null ? null : format.match(bare);
  },
  interest: (look: Look) => {
    const bare = withoutBars(look);
    return bare === null ? null : format.interest?.(bare) ?? null;
  },
}));
