/** Messages of parsers of YAML, which programs pass on when they read a file, for the table of known messages. Pure. */
import { rowsOf, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const CHECK = 'then check the file (yamllint; promtool check config for Prometheus)';
const TAB = 'YAML is indented with spaces, and a line of the file has a tab';

const YAML: readonly MessageRow[] = [
  ...rowsOf(['found a tab character that violates indentation', 'found a tab character where an indentation space'],
    'error', TAB, `replace it by spaces, ${CHECK}`),
  ['that cannot start any token', 'error', 'A line of the YAML file is indented with a tab, or a value in it begins '
    + 'with @, % or a back quote', `indent with spaces, put such a value between quotation marks, ${CHECK}`],
  ['did not find expected key', 'error', 'A line of the YAML file does not fit into its map, by its '
    + 'indentation or a quotation mark that is open above it', `compare it with the lines above it, ${CHECK}`],
  ["did not find expected '-' indicator", 'error', 'A line of the YAML file does not fit into the list that it is '
    + 'in, mostly by its indentation', `compare it with the items above it, ${CHECK}`],
  ['did not find expected node content', 'error', 'YAML expects a value there, and finds braces or brackets that are '
    + 'none, as of a template', `put the value between quotation marks, ${CHECK}`],
  ...rowsOf(['mapping values are not allowed in this context', 'mapping values are not allowed here'], 'error',
    'A line of the YAML file has a colon where a value or the rest of one is', 'correct its indentation, or put a '
    + `value with a colon between quotation marks, ${CHECK}`),
  ...rowsOf(["could not find expected ':'", "could not found expected ':'"], 'error', 'YAML finds a line without a '
    + 'colon where it expects a key', `see that line and the one above it (a key needs a colon and a blank), ${CHECK}`),
  ...rowsOf(['found unexpected end of stream', "did not find expected ',' or ']'", "did not find expected ',' or '}'"],
    'error', 'A quotation mark or a bracket in the YAML file is not closed', `close it, ${CHECK}`),
  ['found unknown escape character', 'error', 'A value in double quotation marks has a backslash that YAML does not '
    + 'know, as of a pattern', `put it between single quotation marks, ${CHECK}`],
  ['block sequence entries are not allowed in this context', 'error', 'An item of a list in YAML (a dash) is in '
    + 'the line of its key', `begin the list in the next line, ${CHECK}`],
];

export const OF_YAML: readonly MessagesOfProgram[] = [['', YAML]];

const MESSAGES: ReadonlySet<string> = new Set(YAML.map(([message]) => message));

/** Whether a known message is one of a parser of YAML. */
export const isOfYaml = (message: string): boolean => MESSAGES.has(message);
