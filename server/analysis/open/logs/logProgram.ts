import type { Match } from '../look/format.ts';
import type { Look } from '../look/look.ts';
import type { LogServer } from './knownIssueFacts.ts';

/** Texts in a log of a program, how its version is written, and how sure they are. */
export interface LogProgram {
  id: string; program: string; texts: RegExp; version?: RegExp; interest?: (look: Look) => string | null;
  confidence?: Match['confidence'];
  /** Its known issues are looked for. */
  kind?: LogServer['kind'];
}
