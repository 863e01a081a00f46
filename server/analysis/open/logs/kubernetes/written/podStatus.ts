/** Recognizes a part of the status of a pod, as YAML or JSON without the beginning of the object. Pure. */
import { LIKELY, when, type Format } from '../../../look/format.ts';
import { lastStates } from '../lastStates.ts';
import { writtenFacts } from './facts.ts';

const STATE = /"?\b(?:containerStatuses|lastState|terminated|waiting)"?\s?:\s{0,40}(?:[{[]|(?:- )?"?\w{4,40}"?\s?:)/;
const VALUE = /"?\b(?:exitCode|restartCount)"?\s?:\s{0,4}\d|"?\breason"?\s?:\s{0,4}["']?[A-Z]/;
/** The fields of an end, whose heading was cut off. */
const END = /"?\bexitCode"?\s?:\s{0,4}\d{1,3},?\s{0,60}"?(?:finishedAt|message|reason)"?\s?:/;
const LINE = /^[\s>]{0,120}(?:(?:- ){0,3}["']?[\w.$/-]{1,100}["']?\s?:(?:\s.{0,4000})?|[[\]{},\s]{1,200})$/;
const MAX_LINES = 300;
/** Keys of a line of a log, which may hold a pod. */
const LOGGED = /"(?:level|msg|ts|severity|logger)"\s?:/;
const MAX_LOGGED = 400;

/** Whether most lines are keys, or the brackets of JSON. */
function isMostlyKeys(text: string): boolean {
  const lines = text.split('\n', MAX_LINES).filter((line) => line.trim() !== '');
  return lines.filter((line) => LINE.test(line)).length * 10 >= lines.length * 6;
}

export const POD_STATUS: Format = {
  id: 'pod-status', name: 'a part of the status of a pod', door: null,
  match: ({ head, isText }) => when(isText && ((STATE.test(head) && VALUE.test(head)) || END.test(head))
    && (/^[[{]/.test(head) ? !LOGGED.test(head.slice(0, MAX_LOGGED)) : isMostlyKeys(head)),
  { ...LIKELY, program: 'Kubernetes' }),
  interest: ({ text }) => writtenFacts(text) ?? lastStates(text),
  remedy: 'Open the log of the container: kubectl logs POD, also with --previous.',
};
