import { expect, it } from 'vitest';
import type { AnyCall } from '#core/call.ts';
import { allCalls } from '#core/calls.ts';
import { accepts, inputsOf, type Made, type Place, withValue } from '#tests/fixtures/call-inputs.ts';

/** Texts without an end, in the letters that one or the other rule asks for. */
const ENDLESS = [
  ...['x', 'A', '1', '林', '\u0301', '_', '.'].map((letter) => `a${letter.repeat(100_000)}`),
  `${'1'.repeat(100_000)}.00`,
  `a@${'x'.repeat(100_000)}.com`,
  `https://${'x'.repeat(100_000)}.com/`,
  `data:image/png;base64,${'A'.repeat(10_000_000)}`,
];
/** No number on the wire means more than JavaScript counts exactly. */
const ENDLESS_NUMBERS = [2 ** 53, -(2 ** 53), 1e308, -1e308];
const MOST_ITEMS = 20_000;

const identifierFor = (_: string, kind: 'id' | 'file') => (kind === 'file' ? 'a'.repeat(64) : 'aaaaaaaaaa');

function valueAt({ input }: Made, { path }: Place): unknown {
  return path.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], input);
}

/** Values of a place that nobody needs and that its call takes. */
function taken(call: AnyCall, made: Made, place: Place): string[] {
  const takes = (value: unknown) => accepts(call, withValue(made.input, place.path, value));
  if (place.kind === 'text') return ENDLESS.filter(takes).map((text) => text.slice(0, 12));
  if (place.kind === 'number') return ENDLESS_NUMBERS.filter(takes).map(String);
  if (place.kind !== 'list') return [];
  const [item = 'x'] = (valueAt(made, place) as unknown[] | undefined) ?? [];
  return takes(Array(MOST_ITEMS + 1).fill(item)) ? ['a list'] : [];
}

it('each text, number and list that a call takes has an end', () => {
  const problems = new Set<string>();
  let places = 0;
  for (const call of allCalls())
    for (const made of inputsOf(call, identifierFor))
      for (const place of made.places) {
        places++;
        for (const value of taken(call, made, place))
          problems.add(`${call.id} ${place.path.join('.')} takes ${value} without an end`);
      }
  console.log(`bounds: ${places} places of ${allCalls().length} calls looked at`);
  expect([...problems].join('\n')).toBe('');
  expect(places).toBeGreaterThan(1_500);
});

it('an input that its schema takes is made for every call, by its schema alone', () => {
  const lacking = allCalls().filter((call) =>
    inputsOf(call, identifierFor).some(({ input }) => !accepts(call, input)),
  );
  // Where a schema asks for more than it shows, the value is added to tests/fixtures/call-inputs.ts.
  expect(lacking.map(({ id }) => id)).toEqual([]);
});
