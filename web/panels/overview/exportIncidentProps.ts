import type { Target } from '../../../core/contract/contract.ts';

export interface ExportIncidentProps { target: Target; window: { start: number; end: number }; windowText: string }
