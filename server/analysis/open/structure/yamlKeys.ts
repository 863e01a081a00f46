/** Finds the outermost keys of YAML in a text line by line, without parsing it. Pure. */

const MAX_LINES = 1000;
const MIN_LINES = 4;
/** A key; after a dash it is as deep as the keys below it. */
const KEY = /^(\s*(?:- +)?)["']?([A-Za-z_][\w./-]{0,60})["']?:(?:\s+\S.*)?\s*$/;
const ITEM = /^\s*(?:- .*|#.*|[\]}],?|\||\{\{.*)$/;

const SETTING =
  /^\s*(?:- )?["']?([A-Za-z_][\w./-]{0,60})["']?: ["']?(-?\d[\d._]{0,20}(?:[A-Za-z%]{1,4})?)["']?\s*(?:#.*)?$/gm;
const OF_NOTE = /max|min|limit|retention|size|interval|timeout|memory|cpu|replic|rate|concurren|parallel|capacity|age/i;
const MAX_SETTINGS = 5;

/** Returns numeric settings whose names are limits, sizes or intervals; null if there are none. */
export function yamlSettings(text: string): string | null {
  const found = [...text.matchAll(SETTING)].map(([, name = '', value]) => ({ name, said: `${name} ${value}` }));
  const noted = found.filter(({ name }) => OF_NOTE.test(name));
  const some = [...new Set(noted.map(({ said }) => said))].slice(0, MAX_SETTINGS);
  return some.length === 0 ? null : `It has ${some.join(', ')}${
    noted.length > some.length ? ` and ${noted.length - some.length} more limits or intervals` : ''}.`;
}

/** Returns the keys of the longest nested run of YAML lines; none if no run is nested. */
export function yamlKeys(text: string): { keys: string[]; lineCount: number } {
  let best: string[] = [];
  for (const lines of runsOf(text)) {
    const keys = lines.flatMap((line, i) => {
      const [, indent = '', name] = KEY.exec(line) ?? [];
      const isParent = /:\s*$/.test(line) && (/^\s*/.exec(lines[i + 1] ?? '')?.[0].length ?? 0) >= indent.length;
      return name === undefined ? [] : [{ name, depth: indent.length, isParent }];
    });
    const depth = Math.min(...keys.map((key) => key.depth));
    const isNested = keys.some(({ isParent }) => isParent) && keys.some((key) => key.depth > depth);
    if (isNested && lines.length > best.length) best = lines;
  }
  const depth = Math.min(...best.map((line) => KEY.exec(line)?.[1]?.length ?? Infinity));
  const outer = best.flatMap((line) => {
    const [, indent = '', name = ''] = KEY.exec(line) ?? [];
    return name !== '' && indent.length === depth ? [name] : [];
  });
  return { keys: [...new Set(outer)], lineCount: best.length };
}

function runsOf(text: string): string[][] {
  const runs: string[][] = [[]];
  for (const line of text.split('\n', MAX_LINES)) {
    if (line.trim() === '') continue;
    if (KEY.test(line) || ITEM.test(line)) runs.at(-1)?.push(line);
    else runs.push([]);
  }
  return runs.filter((lines) => lines.length >= MIN_LINES && lines.filter((line) => KEY.test(line)).length * 2
    > lines.length);
}
