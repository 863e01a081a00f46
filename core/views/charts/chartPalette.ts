/** Chart colours, read from the tokens of the page. */
import type { ColourName } from './chartModel.ts';

export interface Palette {
  colours: Record<ColourName, { mark: string; fill: string }>;
  inkSoft: string;
  grid: string;
  thin: string;
  surface: string;
  font: string;
}

const names: ColourName[] = ['cpu', 'gc', 'compaction', 'query', 'replay', 'memory', 'failure', 'gap', 'other'];

/** Reads the current tokens of `element`; call again when the theme changes. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const colours = Object.fromEntries(names.map((name) => [name, {
    mark: token(`--mark-${name}`),
    fill: token(`--fill-${name}`) || token('--fill-gap'),
  }])) as Palette['colours'];
  return {
    colours,
    inkSoft: token('--ink-soft'),
    grid: token('--grid'),
    thin: token('--thin-line'),
    surface: token('--surface'),
    font: `12px ${style.fontFamily}`,
  };
}
