/** Compares the names of programs. Pure. */
const namesOf = (program: string): string[] => program.split(/ and | or |, /);

/** Whether two names may mean one program, as "Mimir or Cortex" and "Mimir" do. */
export function isSameProgram(one: string, other: string): boolean {
  const names = namesOf(one);
  return namesOf(other).some((name) => names.includes(name));
}
