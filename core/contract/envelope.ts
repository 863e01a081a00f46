import type { ErrorType } from './terms/errorType.ts';

export type Envelope<T> =
  | { status: 'success'; data: T }
  /** `requestId`: the id in the log and in the header X-Request-Id. */
  | { status: 'error'; errorType: ErrorType; error: string; requestId?: string };
