import type { PanelFinding } from '../../../../core/contract/contract.ts';

/** The overview of a target without a range: the last 15 minutes as of `atMs`. */
export interface CurrentAnswer { target: string; atMs: number; findings: readonly PanelFinding[] }
