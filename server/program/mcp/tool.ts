/** Declares tools, and the input that several share. */
import { Type as T, type Static, type TObject, type TProperties } from 'typebox';
import type { Finding } from '../../../core/contract/contract.ts';
import { statements } from '../../../core/finding.ts';
import type { ToolAnswer } from './answers.ts';
import type { ScopeClient } from './scopeClient.ts';

export interface Tool {
  name: string;
  description: string;
  input: TObject;
  /** True if it changes data in tsdbscope: only with `--allow-writes`. */
  writes: boolean;
  run: (scope: ScopeClient, given: unknown) => Promise<ToolAnswer>;
}

/** `given` was checked against the input. */
export function tool<P extends TProperties>(
  { input, run, writes = false, ...rest }: {
    name: string; description: string; input: P; writes?: boolean;
    run: (scope: ScopeClient, given: Static<TObject<P>>) => Promise<ToolAnswer>;
  }
): Tool {
  return {
    ...rest, writes, input: T.Object(input, { additionalProperties: false }),
    run: (scope, given) => run(scope, given as Static<TObject<P>>),
  };
}

const MAX_TIME = 64;
const MAX_EVIDENCE = 4;
export const TARGET = T.String({ maxLength: 200, description: 'Name of a target, as list_targets has it.' });
export const WINDOW = {
  start: T.Optional(
    T.String({ maxLength: MAX_TIME, description: 'RFC 3339 or Unix seconds. Default: an hour before.' })
  ),
  end: T.Optional(T.String({ maxLength: MAX_TIME, description: 'RFC 3339 or Unix seconds. Default: now.' })),
  asOf: T.Optional(T.String({
    maxLength: MAX_TIME, description: 'The moment as of which the window is judged, as links of alerts have it.',
  })),
};
export const PICTURE = T.Optional(T.Boolean({ description: 'Also as a picture (PNG).' }));

/** Returns a finding as an agent reads it; times are in UTC. */
export function findingOf(finding: Finding): Record<string, unknown> {
  const [, ...evidence] = statements(finding);
  return {
    severity: finding.severity, sentence: finding.sentence, confidence: finding.confidence,
    evidence: evidence.slice(0, MAX_EVIDENCE),
    ...(finding.moment === null ? {} : { moment: new Date(finding.moment * 1000).toISOString() }),
    ...(finding.actions.length === 0 ? {} : { actions: finding.actions.slice(0, 3).map(({ step }) => step) }),
  };
}

export async function bytesOf(answer: Promise<Response>): Promise<Uint8Array> {
  return new Uint8Array(await (await answer).arrayBuffer());
}
