/** Selects the sample type of a query: https://github.com/google/pprof/blob/main/profile/index.go */
import { fail, ok, type Result } from '../../../core/result.ts';
import type { Profile, ValueType } from './profile.ts';

/** Returns the profile's own default if it names one that exists, else its last type, as `go tool pprof` does. */
export function defaultTypeIndex(sampleTypes: ValueType[], defaultSampleType: string): number {
  const named = defaultSampleType === '' ? -1 : sampleTypes.findIndex((type) => type.type === defaultSampleType);
  return named >= 0 ? named : sampleTypes.length - 1;
}

/** Returns the first type of the name. Error `bad_data` lists the existing types. */
export function typeIndex(
  profile: Pick<Profile, 'sampleTypes' | 'defaultSampleType'>, wanted: string | undefined
): Result<number> {
  if (wanted === undefined || wanted === '')
    return ok(defaultTypeIndex(profile.sampleTypes, profile.defaultSampleType));
  const withoutInuse = wanted.startsWith('inuse_') ? wanted.slice('inuse_'.length) : wanted;
  const index = profile.sampleTypes.findIndex((type) => type.type === wanted || type.type === withoutInuse);
  if (index >= 0) return ok(index);
  const names = profile.sampleTypes.map((type) => type.type).join(', ');
  return fail('bad_data', `sampleType ${JSON.stringify(wanted.slice(0, 80))} is not in the profile; it has ${names}`);
}
