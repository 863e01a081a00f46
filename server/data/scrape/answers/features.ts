/** Reads /api/v1/features (Prometheus 3.9 and later): what is on, by `category.name`. */
import { objectField, type JsonObject } from './jsonFields.ts';

export const FEATURES_PATH = '/api/v1/features';
/** It is about 10 KB, most of it functions of PromQL, which are not kept. */
export const MAX_FEATURES_BYTES = 256 * 1024;
const CATEGORIES = ['prometheus', 'tsdb', 'scrape', 'rules'];
const NAME = /^[a-z][a-z0-9_.-]{0,63}$/;
/** Of a category. */
const MAX_FEATURES = 50;

/** undefined where the answer has none. */
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
