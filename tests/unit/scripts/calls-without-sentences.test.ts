import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { AnyCall } from '#core/call.ts';
import { allCalls } from '#core/calls.ts';
import { callsWithoutSentences } from '#scripts/product/calls-without-sentences.ts';

const { transform } = callsWithoutSentences();
const sentences = (calls: readonly AnyCall[]) =>
  calls.flatMap(({ summary, access }) => [summary, access.may, access.also ?? '']).filter(Boolean);

it('leaves the sentences for readers out of the pages, and of the calls everything else', () => {
  const left: string[] = [];
  const said = sentences(allCalls());
  for (const file of globSync('core/*/*{calls,access}.ts')) {
    const code = readFileSync(file, 'utf8');
    const pages = transform(code, resolve(file))?.code ?? code;
    // what is left is still a module, with the same names and as many calls
    expect(() => stripTypeScriptTypes(pages)).not.toThrow();
    for (const what of [/\bdefineCall\(/g, /^export /gm, /\binput:/g, /\bpath:/g])
      expect(pages.match(what)?.length, file).toBe(code.match(what)?.length);
    left.push(...said.filter((one) => pages.includes(`: '${one}'`)));
    expect(transform(code, resolve(file), { ssr: true })).toBeUndefined();
  }
  expect(left).toEqual([]);
  expect(transform('summary: "a"', '/x/core/seal/states.ts')).toBeUndefined();
});
