import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { featuresOn } from './features.ts';

const CRASH = 'It crashed with "fatal error: concurrent map writes", in discovery.(*Manager).allGroups.';
const args = (feature: string): string => `["--config.file=/p.yml","--enable-feature=${feature}","--web.enable-api"]`;

it('a feature of the code that crashed is named with the step', () => {
  expect(featuresOn(CRASH, args('exemplar-storage,new-service-discovery-manager'))).toBe('In the text, '
    + '--enable-feature=new-service-discovery-manager is set, which is experimental and concerns the code that '
    + 'crashed: leave it out until an update (crashes of it while a configuration is loaded were fixed in 2.31.1).');
});

it('a feature of other code is only named, and none without a crash', () => {
  expect(featuresOn(CRASH, args('exemplar-storage'))).toContain('see whether the crash comes without them');
  expect(featuresOn(CRASH, args('agent'))).toBeNull();
  expect(featuresOn('The error "scrape failed" occurs 3 times.', args('exemplar-storage'))).toBeNull();
});

it('comes right behind the crash', () => {
  const { interest } = recognize(new TextEncoder().encode([
    'fatal error: concurrent map writes', '', 'goroutine 9 [running]:',
    'github.com/prometheus/prometheus/discovery.(*Manager).allGroups(0xc0)', '\t/app/discovery/manager.go:3 +0x1e7', '',
    '$ kubectl get pod p-0 -o jsonpath=\'{.spec.containers[0].args}\'', args('new-service-discovery-manager'),
  ].join('\n')));
  expect(interest).toMatch(/^It crashed with "fatal error: concurrent map writes"[^"]{1,80}\. In the text, --enable-/);
});
