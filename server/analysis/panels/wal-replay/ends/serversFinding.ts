/** Finding of a log with starts of several servers: their starts are never counted together. */
import type { Finding } from '../../../../../core/contract/contract.ts';
import { worstFirst } from '../../../../../core/finding.ts';
import { parts, render } from '../../../../../core/text/parts.ts';
import { logFinding, type EndedStart } from './replayLogFinding.ts';

const MAX_OTHERS = 3;

/** `of`: the pod, container or service that wrote the lines; `""` if no envelope names it. */
export interface Server { of: string; starts: EndedStart[] }

/** Returns the worst finding, with its server's name, and the claims on the others as evidence. */
export function serversFinding(servers: readonly Server[]): Finding {
  const named = servers.map(({ of, starts }): Finding => {
    const own = logFinding(starts, []);
    const claim = of === '' ? own.claim : parts`${of}: ${own.claim}`;
    return { ...own, claim, sentence: render(claim) };
  });
  const [worst, ...others] = worstFirst(named);
  return worst === undefined ? logFinding([], [])
    : { ...worst, evidence: [...worst.evidence, ...others.slice(0, MAX_OTHERS).map(({ claim }) => claim)] };
}
