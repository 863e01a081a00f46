import type { DiffTopTable, Normalize, RenameProposal } from '../../../core/contract/contract.ts';
import type { ReportedProfile } from '../../profile/reports/diffReport.ts';
import type { DiffCommand } from './diffCommand.ts';

/** The command with the normalization that is used if it names none. */
export interface PacedCommand extends DiffCommand { normalize: Normalize }

/** `what`: `total`, or a function by its flat value. `shareRatio`: its growth as a share of the total before. */
export interface DiffRegression {
  what: 'total' | 'function'; function: string | null; before: number; after: number; shareRatio: number;
  pValue: number | null; qValue: number | null
}

export interface JudgedDiff {
  /** All rows, including those not shown. */
  table: DiffTopTable;
  before: ReportedProfile[];
  after: ReportedProfile[];
  regressions: DiffRegression[];
  /** Functions that were possibly only renamed. */
  renames: RenameProposal[];
  /** The verdict in a sentence. */
  verdict: string;
}
