import type { DiffTopTable, RenameProposal } from '../../../core/contract/contract.ts';
import type { ReportedProfile } from '../../profile/reports/diffReport.ts';

/** `what`: `total`, or a function by its own value. `shareRatio`: what it grew by, of the total before. */
export interface DiffRegression {
  what: 'total' | 'function'; function: string | null; before: number; after: number; shareRatio: number;
  pValue: number | null; qValue: number | null
}

export interface JudgedDiff {
  /** All rows, whatever is shown. */
  table: DiffTopTable;
  before: ReportedProfile[];
  after: ReportedProfile[];
  regressions: DiffRegression[];
  /** Functions that were perhaps only renamed. */
  renames: RenameProposal[];
  /** The verdict in a sentence. */
  verdict: string;
}
