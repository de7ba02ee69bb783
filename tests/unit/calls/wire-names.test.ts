import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Names of the wire that have another name inside (docs/glossary.md). */
const WIRE_NAMES =
  /planSend\w*VOList|\bsignatory(?:Id|Type)?\b|\bratation\b|\bcopyType\b|\bccList\b|\bplacementList\b/;
/** Where they belong: the calls, and one mapper a domain. */
const BOUNDARY = /^core\/\w+\/(?:[\w-]*calls|plan-wire|wire)\.ts$/;
/** Words for people. */
const WORDS = /^(?:app|core)\/locales\/|^core\/\w+\/error-texts\//;

const sources = ['agent', 'app', 'core', 'db', 'edge', 'scripts', 'sync']
  .flatMap((room) => globSync(`${room}/**/*.{ts,tsx}`))
  .filter((file) => !WORDS.test(file));

it('keeps the names of the wire at the boundary: in the calls and in one mapper a domain', () => {
  const known = sources.filter((file) => WIRE_NAMES.test(readFileSync(file, 'utf8')));
  expect(known.filter((file) => !BOUNDARY.test(file))).toEqual([]);
  // The pattern finds what it is for.
  expect(known.toSorted()).toEqual([
    'core/quicksign/calls.ts',
    'core/quicksign/wire.ts',
    'core/task/calls.ts',
    'core/task/list-calls.ts',
    'core/task/plan-wire.ts',
  ]);
});
