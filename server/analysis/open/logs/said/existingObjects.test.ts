import { expect, it } from 'vitest';
import { meaningOf } from './meanings.ts';

it.each([
  'sync "mon/alerts" failed: creating statefulset failed: statefulsets.apps "alertmanager-alerts" already exists',
  String.raw`reconcile failed: services \"store-gateway\" already exists`,
])('an object that its operator does not find: %s', (error) => {
  expect(meaningOf(error)).toContain('compare the labels and ownerReferences of that object');
});

it.each([
  'Error from server (AlreadyExists): secrets "a" already exists', 'sync: relation "a" already exists',
  'reconciled statefulsets.apps "a"', 'creating table failed: index "a" already exists',
])('not of %s', (error) => { expect(meaningOf(error) ?? '').not.toContain('ownerReferences'); });
