/** `npm run --silent requirements [-- NUMBER…]`: prints the statements with the tests that name them. */
import { readOptions, refuse } from './read-options.ts';
import { requirementLines, requirements, requirementsDocument } from './requirements-document.ts';

const USAGE = `npm run --silent requirements [-- NUMBER…]
  Prints the statements of docs/requirements, each with the test files that name it: all, or those of the numbers.
    npm run --silent requirements -- 5.6b 4.2a`;
const { positionals } = readOptions(USAGE, { allowPositionals: true });

const known = new Set(requirements().map(({ number }) => number));
const unknown = positionals.filter((number) => !known.has(number));
if (unknown.length > 0) refuse(`No such statement: ${unknown.join(', ')}.`, USAGE);
process.stdout.write(positionals.length > 0 ? requirementLines(positionals) : requirementsDocument());
