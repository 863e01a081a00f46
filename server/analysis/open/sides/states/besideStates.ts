/** Joins a log with the state of what it is about: targets, members of a ring, folders, outputs of commands. Pure. */
import { folderState } from './folderState.ts';
import { outputState } from './outputState.ts';
import { ringState } from './ringState.ts';
import type { BesideState, StateFile } from './stateFile.ts';
import { targetState } from './targetState.ts';

/** Forms of states that a page opens as a log. */
const OF_STATE = /^(?:kubectl-|kubernetes-|pod-|docker-|compose-|crictl-)/;

export const isProgramLog = ({ format, isLog }: Pick<StateFile, 'format' | 'isLog'>): boolean =>
  isLog && !OF_STATE.test(format);

/** Returns what a state says of a log; null unless the first file is the log of a program and the other is not. */
export function besideState(log: StateFile, state: StateFile): BesideState | null {
  if (!isProgramLog(log) || isProgramLog(state)) return null;
  return targetState(log, state) ?? ringState(log, state) ?? folderState(log, state) ?? outputState(log, state);
}

/** Advice to open the log that is open beside it. */
const OPEN_LOG = new RegExp(/ Open the log of the server(?:\u2019s last start)? \(kubectl logs POD, also with /.source
  + /--previous\)[^\n]{0,80}?\.(?= [A-Z]|$)/.source);

/** Returns the sentence of a state without the advice to open a log, which is open beside it. */
export const withoutOpenLog = (sentence: string): string => sentence.replace(OPEN_LOG, '');
