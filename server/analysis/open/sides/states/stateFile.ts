/** The types of files whose facts bear on each other: a log, and the state of what it is about. */

/** A file with what it says alone; `isLog`: whether a page opens it as a log. */
export interface StateFile {
  name: string;
  format: string;
  text: string;
  sentence: string;
  isLog: boolean;
}

/** What a state says of a log, before what the log says alone, and the parts of the latter that it makes needless. */
export interface BesideState {
  said: string;
  without: readonly (string | RegExp)[];
}
