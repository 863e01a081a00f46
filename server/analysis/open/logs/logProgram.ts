import type { Match } from '../look/format.ts';
import type { Look } from '../look/look.ts';
import type { LogServer } from './knownIssueFacts.ts';

/** A program, the texts that only its log contains, the pattern of its version, and the confidence of a match. */
export interface LogProgram {
  id: string; program: string; texts: RegExp; version?: RegExp; interest?: (look: Look) => string | null;
  confidence?: Match['confidence'];
  /** Kind of server whose known issues are matched; undefined for none. */
  kind?: LogServer['kind'];
}
