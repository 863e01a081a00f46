/** Finds the function of the program in a stack of Go whose inner frames wait or allocate on its behalf. Pure. */
import { isStandardLibrary, packageOf } from './packages.ts';

/** Packages in which goroutines wait on behalf of the program, besides other standard libraries. */
const OF_GO = /^(?:runtime|net|syscall|golang\.org\/x\/(?:sync|sys|net))[./]/;

/** Whether a function is of the runtime, of the standard library or of its extensions. */
export const isOfGo = (name: string): boolean => OF_GO.test(name) || isStandardLibrary(packageOf(name));

/** Returns the innermost function of the program, or the outermost one if there is none; names: innermost first. */
export const ownFunctionOf = (names: readonly string[]): string =>
  names.find((one) => !isOfGo(one)) ?? names.at(-1) ?? '';
