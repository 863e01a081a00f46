/** Routes to open files, and for the logs opened that way. */
import type { Declarations } from './declaration.ts';
import { required, text } from './schema.ts';

const MAX_NAME = 300;

export const OPEN_ROUTES = {
  'POST /open': {
    summary: 'Opens whatever file it is, as the body, or several as parts of a form: says what each is and where it '
      + 'opens, or why it is not read and what to do.',
    query: { name: text(MAX_NAME, { description: 'File name of a body. Default: pasted.txt.' }) },
    body: { bytes: ['application/octet-stream', 'text/plain', 'application/gzip'], part: 'file' }, status: 201,
    data: 'OpenedFiles',
  },
  'GET /logs/{id}': { summary: 'An opened log: its first claim, starts and compactions.', data: 'OpenedLog' },
  'GET /logs/{id}/errors': {
    summary: 'The errors and warnings of an opened log by message, over time.', data: 'LogErrors',
  },
  'POST /logs/{id}/join': {
    summary: 'Says whose log it is: its starts and compactions join those of the target.',
    query: {
      target: required(
        text(200, { description: 'Name of a target.' }), '"target" is missing; give the name of the target.'
      ),
    },
    data: 'OpenedLog',
  },
  'DELETE /logs/{id}': { summary: 'Removes an opened log.', data: 'null' },
} as const satisfies Declarations;
