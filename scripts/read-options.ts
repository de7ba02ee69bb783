import { type ParseArgsConfig, parseArgs } from 'node:util';

type ParsedOptions<T extends ParseArgsConfig> = ReturnType<typeof parseArgs<T>>;

/**
 * Parses the options of a command. `--help` prints the usage and exits with status 0; an unknown option, or one without
 * its value, prints a sentence with the usage and exits with status 2. `usage` starts with the command line, followed
 * by lines that explain the command, its options and the variables that it reads.
 */
export function readOptions<T extends ParseArgsConfig>(usage: string, config: T): ParsedOptions<T> {
  if (asksForHelp(config.args ?? process.argv.slice(2))) help(usage);
  try {
    return parseArgs(config);
  } catch (error) {
    return refuse(reasonOf(error), usage);
  }
}

/** Whether the arguments ask for help; arguments after `--` belong to another program. */
export const asksForHelp = (args: readonly string[]): boolean =>
  args.slice(0, args.includes('--') ? args.indexOf('--') : args.length).includes('--help');

/** Prints the usage and exits. */
export function help(usage: string): never {
  console.log(`usage: ${usage}`);
  process.exit(0);
}

/** Prints the problem and the usage, and exits. */
export function refuse(reason: string, usage: string): never {
  console.error(`${reason}\nusage: ${usage}`);
  process.exit(2);
}

/** Node's first sentence; the rest explains how to write a file name that starts with a dash. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split(/\.\s(?=[A-Z])/)[0]!.replace(/\.?$/, '.');
