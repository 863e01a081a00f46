/** Names the program of lines that several programs share, by what the text around them names. Pure. */
import type { Recognized } from '../look/recognized.ts';

/** Names of the programs of one family; words that mean other things count only beside a part of such a name. */
const NAMES: Readonly<Record<string, RegExp>> = {
  Loki: /(?<![a-z])loki(?![a-z])/i, Mimir: /(?<![a-z])mimir(?![a-z])/i,
  Cortex: /(?<![a-z])cortex(?![a-z]|-[amr]\d)/i,
  Tempo: new RegExp([
    /(?<![a-z])tempo[-_ ](?:ingester|distributor|quer(?:ier|y)|compactor|gossip|memberlist)/,
    /(?<![a-z])tempo-\d|-n tempo\b|\bgrafana[ /]tempo\b/,
  ].map(({ source }) => source).join('|'), 'i'),
};
const SHARED: ReadonlySet<string> = new Set(['ring-log', 'ingester-log']);

/** Returns `whole` with the only program of its family that the text names; unchanged without or with several. */
export function withFamily(whole: Recognized, text: string): Recognized {
  const { format, program, name } = whole;
  if (program === null || !SHARED.has(format)) return whole;
  const found = program.split(/, | or /).filter((one) => NAMES[one]?.test(text) === true);
  const [only] = found;
  return only === undefined || found.length > 1 ? whole
    : { ...whole, program: only, name: name.replace(program, () => only) };
}
