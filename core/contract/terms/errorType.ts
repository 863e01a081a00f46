/** Error types of the API. Part of contract.ts; import from there. */
export type ErrorType =
  | 'bad_data' | 'unauthorized' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'gone' | 'too_large'
    | 'unprofilable' | 'busy'
  | 'target_error' | 'timeout' | 'internal' | 'unavailable' | 'disk_full';
