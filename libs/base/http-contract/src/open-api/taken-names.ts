/** Words of common languages and of what comes with them: no type that is generated can have such a name. */
const takenNames: ReadonlySet<string> = new Set(
  `any array bool boolean byte char class date datetime decimal default double enum error event exception false file
   float function guid int integer interface list long map module nil nothing null number object optional package
   promise record result set string symbol task time true type undefined union unknown uuid value void`.split(/\s+/),
);

export function isTakenName(name: string): boolean {
  return takenNames.has(name.toLowerCase());
}
