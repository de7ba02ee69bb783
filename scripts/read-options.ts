import { type ParseArgsConfig, parseArgs } from 'node:util';

type Read<T extends ParseArgsConfig> = ReturnType<typeof parseArgs<T>>;

/**
 * The options of a command. `--help` prints how it is used and ends it with status 0; an option that it does not know, or
 * that lacks its value, is said in a sentence with the usage and ends it with status 2. `usage` begins with the command
 * line, with lines below it that say what it does, what the options mean and which variables it reads.
 */
export function readOptions<T extends ParseArgsConfig>(usage: string, config: T): Read<T> {
  if (asksForHelp(config.args ?? process.argv.slice(2))) help(usage);
  try {
    return parseArgs(config);
  } catch (error) {
    return refuse(reasonOf(error), usage);
  }
}

/** Whether the arguments ask how the command is used; what stands behind `--` is for another program. */
export const asksForHelp = (args: readonly string[]): boolean =>
  args.slice(0, args.includes('--') ? args.indexOf('--') : args.length).includes('--help');

/** Ends the command with how it is used. */
export function help(usage: string): never {
  console.log(`usage: ${usage}`);
  process.exit(0);
}

/** Ends the command: what is wrong, and how it is used. */
export function refuse(reason: string, usage: string): never {
  console.error(`${reason}\nusage: ${usage}`);
  process.exit(2);
}

/** Node's first sentence; what follows tells how to write a file that begins with a dash. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split(/\.\s(?=[A-Z])/)[0]!.replace(/\.?$/, '.');
