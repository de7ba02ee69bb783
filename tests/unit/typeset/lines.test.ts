import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { describe, expect, it } from 'vitest';
import { breakLines, type Line } from '#core/typeset/break-lines.ts';
import { glyphsOf } from '#core/typeset/characters.ts';
import type { Align, Inline } from '#core/typeset/document.ts';
import { inFolder } from '#tests/unit/pdf/documents.ts';
import { FONT_FOLDER, randomOf, randomParagraph, testFaces, text } from './paragraphs.ts';

const SIZE = (12 * 25.4) / 72;
const STYLE = { face: 'text', size: SIZE, colour: '#000000' } as const;

function linesOf(inlines: readonly Inline[], width: number, align: Align = 'justify', first = 0): Line[] {
  const glyphs = glyphsOf(inlines, STYLE, testFaces(), () => '?');
  return breakLines(glyphs, { width, align, first, size: SIZE });
}
const wordsOf = (line: Line) => line.glyphs.map((glyph) => glyph.text).join('');
/** The right edge of the ink's advance, less the blank half of a closing mark. */
function rightOf({ glyphs, xs }: Line): number {
  const last = glyphs[glyphs.length - 1]!;
  return xs[xs.length - 1]! + last.width - last.trailing;
}

describe('lines of Chinese', () => {
  it('never begin with a closing mark or end with an opening one, keep every character and stay in their width', () => {
    const seed = 20_261_123;
    const random = randomOf(seed);
    const faults: string[] = [];
    for (let n = 0; n < 2000; n++) {
      const paragraph = randomParagraph(random);
      const width = 30 + random() * 140;
      const lines = linesOf([text(paragraph)], width, 'justify', random() < 0.5 ? 2 * SIZE : 0);
      const shown = lines.map(wordsOf);
      const sound =
        shown.join('').replaceAll(' ', '') === paragraph.replaceAll(' ', '') &&
        !shown.slice(1).some((line) => /^[，。、；：？！）》”】]/.test(line)) &&
        !shown.slice(0, -1).some((line) => /[（《“【]$/.test(line)) &&
        lines.every((line) => rightOf(line) <= width + 0.01);
      if (!sound) faults.push(`seed ${seed}, paragraph ${n}, ${width} mm: ${shown.join('|')}`);
    }
    expect(faults).toEqual([]);
  });

  it('break where Typst breaks them, first-fit, but for full lines that end in two marks', () => {
    const random = randomOf(7);
    const paragraphs = Array.from({ length: 2000 }, () => randomParagraph(random));
    const theirs = typstLines(paragraphs, 160);
    const other = paragraphs.flatMap((paragraph, i) => {
      const ours = linesOf([text(paragraph)], 160).map((line) => wordsOf(line).replace(/\s/g, ''));
      const at = ours.findIndex((line, k) => line !== theirs[i]![k]);
      return at < 0 ? [] : [{ ours: ours[at]!, theirs: theirs[i]![at]! }];
    });
    // Both engines set such a line; ours lets more of the last mark's blank half hang over, theirs pulls in a word more.
    for (const { ours, theirs: line } of other)
      expect(Math.abs(ours.length - line.length)).toBeLessThanOrEqual(14);
    expect(other.length).toBeLessThanOrEqual(20);
  });

  it('share the rest of a justified line among its gaps, and leave the last one as it is', () => {
    const lines = linesOf([text('甲方与乙方经友好协商就年度采购事宜依照有关法律订立本合同。')], 50);
    for (const line of lines.slice(0, -1)) expect(rightOf(line)).toBeCloseTo(50, 2);
    expect(rightOf(lines[lines.length - 1]!)).toBeLessThan(50);
  });

  it('give up half a square between two marks of punctuation', () => {
    const [line] = linesOf([text('“甲”，（乙）')], 200, 'left');
    const ems = line!.xs.map((x) => x / SIZE);
    // 甲 follows its quotation mark, which lost its blank half at the beginning of the line.
    expect(ems.slice(1).map((x) => Math.round(x * 100) / 100)).toEqual([0.5, 1.5, 2, 2.5, 3.5, 4.5]);
  });

  it('put a quarter em between Chinese and Latin, and none beside a blank', () => {
    const [close] = linesOf([text('第3条')], 200, 'left');
    const [blank] = linesOf([text('第 3 条')], 200, 'left');
    const width = (character: string) => testFaces().advance('text', character);
    expect(close!.xs[1]! / SIZE).toBeCloseTo(1.25, 5);
    expect(close!.xs[2]! / SIZE).toBeCloseTo(1.5 + width('3'), 5);
    expect(blank!.xs[2]! / SIZE).toBeCloseTo(1 + width(' '), 5);
  });

  it('keep words, numbers and dates together, and break addresses and endless words at the end of the line', () => {
    const shown = (value: string, width: number) => linesOf([text(value)], width).map(wordsOf);
    expect(shown('签订日期2026-11-23起', 24)).toEqual(['签订日期', '2026-11-23', '起']);
    expect(shown('见https://example.com/contracts/list', 50)).toEqual([
      '见https://example.com/',
      'contracts/list',
    ]);
    expect(shown('x'.repeat(40), 30).join('')).toBe('x'.repeat(40));
    expect(shown('。'.repeat(40), 30).join('')).toBe('。'.repeat(40));
  });

  it('end at line breaks, and an empty paragraph is one empty line', () => {
    expect(linesOf([text('甲\n乙'), { kind: 'lineBreak' }, text('丙')], 100).map(wordsOf)).toEqual([
      '甲',
      '乙',
      '丙',
    ]);
    expect(linesOf([], 100).map(wordsOf)).toEqual(['']);
    expect(linesOf([text('甲\n')], 100).map(wordsOf)).toEqual(['甲', '']);
  });
});

/** Typst's lines of each paragraph, without white space: each on a page of its own, read by pdftotext. */
function typstLines(paragraphs: readonly string[], width: number): string[][] {
  const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths: [FONT_FOLDER] }] });
  const source = paragraphs.map((one) => one.replace(/[\\#*_`$@<>~\-/=+]/g, (mark) => `\\${mark}`));
  const pdf = compiler.pdf({
    mainFileContent: `#set page(width: ${width}mm, height: 400mm, margin: 0mm)
#set text(font: "Noto Sans SC", size: 12pt, lang: "zh", region: "cn")
#set par(justify: true, linebreaks: "simple")
${source.join('\n#pagebreak()\n')}`,
  });
  return inFolder((folder) => {
    const path = join(folder, 'typst.pdf');
    writeFileSync(path, pdf);
    const pages = execFileSync('pdftotext', ['-layout', path, '-'], { maxBuffer: 1e9 })
      .toString()
      .split('\f');
    return paragraphs.map((_, i) =>
      pages[i]!.split('\n')
        .map((line) => line.replace(/\s/g, ''))
        .filter(Boolean),
    );
  });
}
