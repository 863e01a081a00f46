/** Reports which files of Whisper Graphite cannot read, and which request for them is in the text. Pure; bounded. */

/** The message of the table that is reported here if its file is known. */
export const OF_WHISPER: ReadonlySet<string> = new Set(['corruptwhisperfile']);

const CORRUPT = /\bCorruptWhisperFile: ?([A-Z][^\n()]{3,120}?) \((\/[^\s()]{1,600}\.wsp)\)/g;
const REQUEST = /<(?:GET|POST) \S{1,300}\/render\/\?\S{0,1500}?\btarget=([^&\s>]{1,800})/g;
const OF_WEB = /\/webapp\/graphite\/|\/graphite\/render\/|\/render\/\?/;
const MAX_FOUND = 200;
const MAX_REQUESTS = 50;

const ASKED = ' The request to /render in the text reads it, and one such file fails all of the request.';
const NEXT = 'Look at its size with ls -l (a full disk or a crash leaves empty and short files) and at the disk, and '
  + 'find others with find -name \'*.wsp\' -size 0; then restore it from a backup, or move it away: a new one is made '
  + 'without its history.';

/** Returns the path of a metric below the folder of Whisper, with dots; `''` without that folder in it. */
const metricOf = (path: string): string => /\/whisper\/(\S{1,600})\.wsp$/.exec(path)?.[1]?.replaceAll('/', '.') ?? '';

/** Whether the pattern of a target has a metric among those that it asks for, by its words before a wildcard. */
function covers(target: string, metric: string): boolean {
  const [before = ''] = target.replaceAll(/%2A/gi, '*').split(/[*{[?]/, 1);
  return before.length > 3 && metric.startsWith(before);
}

/** Returns the files with what is wrong, the request that reads one of them, and the next step; null without a file. */
export function whisperFiles(text: string): { sentence: string; program: string } | null {
  const found = [...text.matchAll(CORRUPT)].slice(0, MAX_FOUND).map(([, what = '', path = '']) => ({ what, path }));
  const [first] = found;
  if (first === undefined) return null;
  const paths = [...new Set(found.map(({ path }) => path))];
  const others = paths.length - 1;
  const target = [...text.matchAll(REQUEST)].slice(0, MAX_REQUESTS).map(([, own = '']) => own)
    .find((own) => paths.some((path) => covers(own, metricOf(path))));
  return {
    program: OF_WEB.test(text) ? 'graphite-web' : 'Graphite (carbon)',
    sentence: `Graphite cannot use the file ${first.path}${
      others === 0 ? '' : ` and ${others} other ${others === 1 ? 'file' : 'files'}`}: "${first.what}" `
      + `(CorruptWhisperFile).${target === undefined ? '' : ASKED} ${NEXT}`,
  };
}
