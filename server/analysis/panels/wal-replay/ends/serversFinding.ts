/** Finding of a log with starts of several servers: their starts are never counted together. */
import type { Finding, Part } from '../../../../../core/contract/contract.ts';
import { worstFirst } from '../../../../../core/finding.ts';
import { parts, render } from '../../../../../core/text/parts.ts';
import { logFinding, type EndedStart } from './replayLogFinding.ts';

const MAX_OTHERS = 3;

/** `of`: the pod, container or service that wrote the lines; `""` if no envelope names it. */
export interface Server { of: string; starts: EndedStart[] }

/** Returns the worst finding, with its server's name, and the claims on the others as evidence. */
export function serversFinding(servers: readonly Server[]): Finding {
  const made = servers.map(({ of, starts }) => {
    const own = logFinding(starts, []);
    return { of, own, severity: own.severity };
  });
  const [worst, ...others] = worstFirst(made);
  if (worst === undefined) return logFinding([], []);
  const claim = worst.of === '' ? worst.own.claim : parts`${worst.of}: ${worst.own.claim}`;
  const beside = others.slice(0, MAX_OTHERS).map(({ of, own }): Part[] =>
    parts`${of === '' ? 'Lines of another server' : of}: ${own.claim}`);
  return { ...worst.own, claim, sentence: render(claim), evidence: [...worst.own.evidence, ...beside] };
}
