import { expect, it } from 'vitest';
import { forConversion } from '#core/docx/for-conversion.ts';
import { readLaidOut } from '#core/docx/laid-out.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { usageOf } from '#scripts/product/waited-ms.ts';
import { embeddedEngine } from '#scripts/product/word-embedded.ts';
import { findWordEngine } from '#scripts/product/word-engine.ts';
import { makeDocx, paragraph } from '#tests/fixtures/docx/make-docx.ts';
import { FACES } from '#tests/fixtures/docx/soffice.ts';

const engine = await findWordEngine('wasm');

const layOutTwice = async () => {
  const made = embeddedEngine([], { usage: usageOf });
  const seen = new Set<string>();
  const watch = setInterval(() => seen.add(made.doing()), 50);
  try {
    const docx = makeDocx({
      body: [1, 2, 3].map((n) => paragraph(`第${n}条`, '<w:pageBreakBefore/>')).join(''),
    });
    const { bytes, marks } = forConversion(openDocx(docx), { faces: FACES, paragraphs: true });
    for (let turn = 0; turn < 2; turn++) {
      const pdf = await made.convert(Buffer.from(bytes));
      const laidOut = readLaidOut(new Uint8Array(pdf!), marks, 3);
      expect(laidOut.starts.map(({ page }) => page)).toEqual([1, 2, 3]);
    }
    // neither its start nor a file had to be repeated
    expect([...seen].sort()).toEqual(['converting', 'starting']);
  } finally {
    clearInterval(watch);
    made.stop();
  }
};

if (engine)
  it('LibreOffice of npm starts at the first try and lays files out, one after the other', layOutTwice);
else
  it('LibreOffice of npm is not installed, as its package is optional', () => expect(engine).toBeUndefined());
