import { utf8 } from '#core/bytes.ts';
import { checkContent } from '#core/template/check-content.ts';
import { templateContent } from '#core/template/content.ts';
import { fieldsInText, problemsOf } from '#core/template/fill/fields-in-text.ts';
import { fillBody } from '#core/template/fill/fill-body.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { webTemplate } from '#tests/fixtures/template-content.ts';
import { testFaces } from '#tests/unit/typeset/paragraphs.ts';
import type { FuzzKind } from '../kind.ts';
import type { Random } from '../random.ts';

const ROWS = 'rowsofgoods1';
const NOTHING = { fields: {}, rows: {}, options: {} };

/** The good one, with a table whose row is repeated. */
function good() {
  const content = webTemplate();
  const cell = {
    type: 'tableCell',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: '钢材' }] }],
  };
  const row = { type: 'tableRow', attrs: { repeat: ROWS }, content: [cell, cell] };
  const table = { type: 'table', attrs: { widths: [1, 2], headerRows: 1 }, content: [row, row] };
  return {
    ...content,
    rows: [{ key: ROWS, name: '货物', least: 1, most: 500, position: 1 }],
    body: { type: 'doc', content: [...content.body.content, table] },
  };
}

/** Characters of JSON that one repetition makes at most. */
const LONGEST = 300_000;

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Every list and every text within, with where it hangs. */
function* placesIn(value: Json): Generator<{ of: Record<string, Json>; name: string }> {
  if (value === null || typeof value !== 'object') return;
  const of = value as Record<string, Json>;
  for (const [name, one] of Object.entries(of)) {
    yield { of, name };
    yield* placesIn(one);
  }
}

/** Changes one value: repeats what is in a list, lengthens a text, makes a number large or small. */
function spoil(content: Json, random: Random): void {
  const { of, name } = random.pick([...placesIn(content)]);
  const value = of[name]!;
  if (Array.isArray(value) && value.length > 0) {
    const one = random.pick(value);
    // What is repeated may be repeated again within: all of it must fit into a request.
    const most = Math.floor(LONGEST / JSON.stringify(one).length);
    for (let n = Math.min(most, random.pick([1, 5, 30, 150, 900])); n > 0; n--)
      value.push(JSON.parse(JSON.stringify(one)));
  } else if (name === 'text')
    of[name] = String(value)
      .slice(0, 10)
      .repeat(random.pick([1, 50, 6_000]));
  else if (typeof value === 'number') of[name] = random.pick([1, 2, 5, 40, 200, 500, 1e9]);
  else if (name !== 'type' && random.chance(0.05)) of[name] = random.pick([null, true, '', 'a']);
}

const read = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

/** Contents of templates, which an editor sends when one is published, and which are filled and typeset. */
export const template: FuzzKind = {
  make(random) {
    const content = JSON.parse(JSON.stringify(good()));
    for (let n = 1 + random.below(6); n > 0; n--)
      if (JSON.stringify(content).length < LONGEST) spoil(content, random);
    // Not every change changes anything.
    content.made = random.below(1e9);
    return utf8(JSON.stringify(content));
  },
  // Repeated rows make up to 500 of one in the smallest document: measured 46 units at most.
  costs: { units: 120, perKilobyte: 0.5 },
  acts: {
    publish: (bytes) => checkContent(read(bytes), { scene: 'ENT' }),
    fill(bytes) {
      const { success, data } = templateContent.safeParse(read(bytes));
      if (!success || data.kind !== 'WEB') return;
      fieldsInText(data, NOTHING);
      problemsOf(data, NOTHING);
      const options = { title: 'T', language: 'zh-CN', pictures: new Map() } as const;
      for (const mode of ['LONGEST', 'BLANK'] as const)
        layOut(fillBody(data, NOTHING, { ...options, mode }), testFaces());
    },
  },
};
