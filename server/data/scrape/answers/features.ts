/** Reads /api/v1/features (Prometheus 3.9 and later): whether each is enabled, by `category.name`. */
import { objectField, type JsonObject } from './jsonFields.ts';

export const FEATURES_PATH = '/api/v1/features';
/** An answer has about 10 KB, mostly PromQL functions, which are not kept. */
export const MAX_FEATURES_BYTES = 256 * 1024;
const CATEGORIES = ['prometheus', 'tsdb', 'scrape', 'rules'];
const NAME = /^[a-z][a-z0-9_.-]{0,63}$/;
/** Maximum features per category. */
const MAX_FEATURES = 50;

/** Returns the features; undefined if the answer has none. */
export function featuresOf(data: JsonObject | undefined): Readonly<Record<string, boolean>> | undefined {
  if (data === undefined) return undefined;
  const features = CATEGORIES.flatMap((category) => (
    Object.entries(objectField(data, category) ?? {})
      .flatMap(([name, isOn]): [string, boolean][] => (
        typeof isOn === 'boolean' && NAME.test(name) ? [[`${category}.${name}`, isOn]] : []))
      .slice(0, MAX_FEATURES)
  ));
  return features.length === 0 ? undefined : Object.fromEntries(features);
}
