/** Recognizes the errors by which an object store refuses requests, and says what to look at. Pure. */

export interface StoreCause {
  /** The error as it is written. */
  said: string;
  kind: 'busy' | 'denied' | 'missing';
}

const KINDS: readonly (readonly [kind: StoreCause['kind'], words: RegExp])[] = [
  ['denied', new RegExp([
    /Access ?Denied\b|InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|RequestTimeTooSkewed/,
    /AuthorizationFailure|AuthenticationFailed/,
  ].map(({ source }) => source).join('|'))],
  ['missing', /NoSuchBucket|The specified bucket does not exist|ContainerNotFound/],
  ['busy', new RegExp([
    /SlowDown|reduce your request rate|The server is temporarily unavailable|The service is unavailable/,
    /ServiceUnavailable|ServerBusy|XMinioServerNotInitialized|XMinioStorage\w{1,40}|We encountered an internal error/,
  ].map(({ source }) => source).join('|'))],
];

/** Returns the error of an object store in a text; null for other errors. */
export function storeCauseOf(text: string): StoreCause | null {
  for (const [kind, words] of KINDS) {
    const [said] = words.exec(text) ?? [];
    if (said !== undefined) return { kind, said };
  }
  return null;
}

const STEPS: Readonly<Record<StoreCause['kind'], string>> = {
  busy: 'Look at the object store, which answers so (outage, overload or throttling)',
  denied: 'Correct the credentials and the permissions for the bucket',
  missing: 'Correct the name of the bucket',
};

/** Returns the next step without a full stop. */
export const storeStep = ({ kind }: StoreCause): string => STEPS[kind];
