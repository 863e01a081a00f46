import fc from 'fast-check';

/** Folded stacks of few names, so that they meet, recur and are inlined: text for `foldedProfile`. */
export function anyStacks(): fc.Arbitrary<string> {
  const frame = fc.tuple(
    fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.option(fc.constantFrom('a', 'b', 'f'), { freq: 4 })
  )
    .map(([outer, inlined]) => (inlined === null ? outer : `${outer}+${inlined}`));
  const stack = fc.tuple(fc.array(frame, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 50 }));
  return fc.array(stack, { minLength: 1, maxLength: 12 })
    .map((stacks) => stacks.map(([frames, count]) => `${frames.join(';')} ${count}`).join('\n'));
}
