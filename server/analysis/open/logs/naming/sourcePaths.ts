/** Names the program of an error by the paths of its source and the names of its functions. Pure; bounded. */
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { programOfModules } from './programTable.ts';

/** Paths of source and names of functions of modules; a list of what a program needs has neither. */
const OF_MODULE = /\b(?:github\.com|go\.etcd\.io|go\.opentelemetry\.io|k8s\.io)\/\S{3,300}/g;
const IS_SOURCE = /\.(?:go|s)\b|\(|@v\d[\w.-]{1,60}\//;
/** The text before a path that is a link, or within another program. */
const BEFORE_LINK = /(?:\/\/|www\.)$/;
const BEFORE_LIBRARY = /(?:\/vendor|\/pkg\/mod)\/$/;
const OF_LIBRARY = /^github\.com\/(?:prometheus|influxdata)\//;
const TSBS = /\btsbs_(?:load|run_queries|generate)_\w/;
const MAX_CHARS = 64 * 1024;
const MAX_BEFORE = 12;
const MAX_PATHS = 500;

/** Returns the program whose source a text names; null without a path of it. Links name none. */
export function sourceProgram(text: string): string | null {
  const head = text.slice(0, MAX_CHARS);
  if (fits(TSBS, head)) return 'TSBS';
  const paths: string[] = [];
  for (const { 0: path, index } of head.matchAll(OF_MODULE)) {
    if (paths.length >= MAX_PATHS) break;
    const before = head.slice(Math.max(0, index - MAX_BEFORE), index);
    const isLibrary = BEFORE_LIBRARY.test(before) && OF_LIBRARY.test(path);
    if (IS_SOURCE.test(path) && !BEFORE_LINK.test(before) && !isLibrary) paths.push(path);
  }
  return programOfModules(paths.join('\n'));
}
