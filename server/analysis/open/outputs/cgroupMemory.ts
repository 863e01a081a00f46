/** Recognizes files of a memory control group. Tried before metrics, because their lines look like them. */
import { formatBytes } from '../../../../core/text/format.ts';
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { CERTAIN, when, type Format } from '../look/format.ts';

/** Name of a file, as grep prints it for several: `memory.stat:rss 0`. */
const MEMORY_FILE = new RegExp(String.raw`^(?:\S{0,200}\/)?memory\.`
  + String.raw`(?:stat|max|current|peak|events|failcnt|limit_in_bytes|usage_in_bytes)\b`, 'm');

export const CGROUP_MEMORY: Format = {
  id: 'cgroup-memory', name: 'files of a memory control group', door: null,
  match: ({ head }) => when(fits(MEMORY_FILE, head) || (fits(/^anon \d+$/m, head) && fits(/^file \d+$/m, head)),
    CERTAIN),
  interest: ({ head }) => {
    const bytes = (pattern: RegExp): string | null => {
      const value = pattern.exec(head)?.[1];
      return value === undefined || Number(value) > 2 ** 60 ? null : formatBytes(Number(value));
    };
    const kills = /oom_kill (\d+)/.exec(head)?.[1];
    const parts = [
      ['in use', bytes(/memory\.(?:usage_in_bytes|current):?\s*(\d+)/)],
      ['at most', bytes(/memory\.(?:max_usage_in_bytes|peak):?\s*(\d+)/)],
      ['as its limit', bytes(/memory\.(?:limit_in_bytes|max):?\s*(\d+)/)],
      ['anonymous', bytes(/(?:^|memory\.stat:)(?:anon|rss) (\d+)$/m)],
      ['page cache', bytes(/(?:^|memory\.stat:)(?:file|cache) (\d+)$/m)],
    ].flatMap(([what, value]) => (value === null ? [] : [`${value} ${what}`]));
    const said = parts.length === 0 ? '' : `It has ${parts.join(', ')}. `;
    return `${said}${kills === undefined ? '' : `Kills for lack of memory: ${kills}.`}`.trim() || null;
  },
  remedy: 'Add the process as a target: the page Memory shows it against its limit.',
};
