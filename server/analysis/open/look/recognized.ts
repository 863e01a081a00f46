/** Type of what a file is recognized as. */
import type { FileIdentity, OpenDoor } from '../../../../core/contract/incident.ts';
import type { Side } from './format.ts';

export interface Recognized extends FileIdentity {
  /** Page that opens it; null if none does. */
  door: OpenDoor | null;
  /** The main facts in it; null if there are none, or it is not known. */
  interest: string | null;
  /** The missing parts of it, such as stacks that were cut off; null if none is known to be missing. */
  caveat: string | null;
  /** The way to get a format that is read; null if this is one. */
  remedy: string | null;
  /** The part of the text with this format, if a prompt, a sentence or a fence surrounds it; else null. */
  pasted: string | null;
  /** Profiles of a text that holds several, or other lines between their samples; else null. */
  sides: Side[] | null;
}

/** Recognizes a part of a text; null if it has no known format. */
export type RecognizeText = (text: string) => Recognized | null;
