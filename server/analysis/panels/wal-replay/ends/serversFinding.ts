/** Finding of a log with starts of several servers or tenants: their starts are never counted together. */
import type { Finding, MeasuredReplay, Part } from '../../../../../core/contract/contract.ts';
import { worstFirst } from '../../../../../core/finding.ts';
import { parts, render } from '../../../../../core/text/parts.ts';
import type { LoggedEnd } from './loggedStart.ts';
import { logFinding, type EndedStart } from './replayLogFinding.ts';

const MAX_OTHERS = 3;

/** `of`: the pod, container or service that wrote the lines; `""` if no envelope names it. */
export interface Server { of: string; starts: EndedStart[] }

/** Returns the worst finding, with its server's name, and the claims on the others as evidence. */
export function serversFinding(servers: readonly Server[]): Finding {
  const made = servers.map(({ of, starts }) => {
    const own = tenantsFinding(starts, []);
    return { of, own, severity: own.severity };
  });
  const [worst, ...others] = worstFirst(made);
  if (worst === undefined) return logFinding([], []);
  const claim = worst.of === '' ? worst.own.claim : parts`${worst.of}: ${worst.own.claim}`;
  const beside = others.slice(0, MAX_OTHERS).map(({ of, own }): Part[] =>
    parts`${of === '' ? 'Lines of another server' : of}: ${own.claim}`);
  return { ...worst.own, claim, sentence: render(claim), evidence: [...worst.own.evidence, ...beside] };
}

/** Returns the finding of one server. Its tenants open their storages side by side, which is one start of each. */
export function tenantsFinding(starts: readonly EndedStart[], loose: readonly LoggedEnd[]): Finding {
  const names = [...new Set(starts.map(({ tenant }) => tenant))].filter((name) => name !== '');
  if (names.length < 2) return logFinding(starts, loose);
  const tenants = names.map((name) => {
    const own = starts.filter(({ tenant }) => tenant === name);
    return { name, own, severity: logFinding(own, []).severity, last: own.at(-1)?.replay };
  });
  const isReady = ({ last }: (typeof tenants)[number]): boolean => last?.outcome === 'finished';
  const [open, ready] = [tenants.filter((one) => !isReady(one)), tenants.filter(isReady)];
  // Of those that are equally bad, the one that replays for longest keeps the server from being ready.
  const [worst] = worstFirst((open.length > 0 ? open : ready).toSorted((a, b) => tookOf(b.last) - tookOf(a.last)));
  if (worst === undefined) return logFinding(starts, loose);
  const finding = logFinding(worst.own, loose);
  const isQuiet = open.length === 0 && finding.severity === 'info';
  const claim = isQuiet
    ? parts`${String(names.length)} tenants became ready; ${worst.name} took longest: ${finding.claim}`
    : parts`Tenant ${worst.name}: ${finding.claim}`;
  const others = parts`${String(ready.length)} of ${String(names.length)} tenants became ready${
    ready.length > MAX_OTHERS || ready.length === 0 ? '' : ` (${ready.map(({ name }) => name).join(', ')})`}${
    open.length > 1 ? `, ${open.length} did not` : ''}.`;
  return {
    ...finding, claim, sentence: render(claim), evidence: [...finding.evidence, ...isQuiet ? [] : [others]],
  };
}

const tookOf = (replay: MeasuredReplay | undefined): number =>
  (replay === undefined ? 0 : replay.totalSeconds ?? replay.phases.reduce((sum, one) => sum + one.durationSeconds, 0));
