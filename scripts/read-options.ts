import { type ParseArgsConfig, parseArgs } from 'node:util';

type Read<T extends ParseArgsConfig> = ReturnType<typeof parseArgs<T>>;

/**
 * The options of a command. One that it does not know, or that lacks its value, is said in a sentence with how the command
 * is used, and ends it with status 2.
 */
export function readOptions<T extends ParseArgsConfig>(usage: string, config: T): Read<T> {
  try {
    return parseArgs(config);
  } catch (error) {
    return refuse(reasonOf(error), usage);
  }
}

/** Ends the command: what is wrong, and how it is used. */
export function refuse(reason: string, usage: string): never {
  console.error(`${reason}\nusage: ${usage}`);
  process.exit(2);
}

/** Node's first sentence; what follows tells how to write a file that begins with a dash. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split(/\.\s(?=[A-Z])/)[0]!.replace(/\.?$/, '.');
