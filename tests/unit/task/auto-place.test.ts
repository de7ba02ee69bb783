import { describe, expect, it } from 'vitest';
import { type AutoParty, proposePlaces } from '#core/task/auto-place/propose-places.ts';
import { runsOf } from '#core/task/auto-place/runs.ts';
import { coveredText, openText } from '#core/task/covered-text.ts';
import { boxesOf, findOverlaps } from '#core/task/place-rules.ts';
import { contractPdf } from '#scripts/contract-pdf.ts';
import { contractOfd } from '#tests/fixtures/contract-ofd.ts';

const A4 = { widthMm: 210, heightMm: 297 };
const [JIA, YI] = ['青禾科技有限公司', '云杉商贸有限公司'];
const ENTERPRISES: AutoParty[] = [
  { signerId: 'jia', type: 'ENTERPRISE', names: [JIA, '张三'] },
  { signerId: 'yi', type: 'ENTERPRISE', names: [YI, '李四'] },
];
const PERSON: AutoParty = { signerId: 'person', type: 'PERSON', names: ['王五'] };

type Line = readonly [x: number, y: number, text: string, size?: number];

/** Characters of lines as a file's text is read: white space is left out, each character has its box. */
const lettersOf = (lines: readonly Line[]) =>
  lines.flatMap(([x, y, text, size = 4]) => {
    let at = x;
    return [...text].flatMap((c) => {
      const width = size * (/[\u2e80-\uffff]/.test(c) ? 1 : 0.5);
      const box = { x: at, y, width, height: size };
      at += width;
      return c.trim() === '' ? [] : [{ text: c, box }];
    });
  });

function propose(
  pages: readonly (readonly Line[])[],
  parties: readonly AutoParty[],
  options: { dates?: boolean } = {},
) {
  const letters = pages.map(lettersOf);
  const textOn = (page: number) => letters[page - 1] ?? [];
  const file = { pages: pages.map(() => A4), textOn };
  const places = proposePlaces(file, parties, [], options);
  const spread = places.map((place) => ({ place, boxes: boxesOf(place, file.pages) }));
  return { places, overlaps: findOverlaps(spread), covered: coveredText(textOn, spread) };
}

const of = (places: ReturnType<typeof propose>['places'], signerId: string) =>
  places.find((place) => place.signerId === signerId)!;

const BODY: Line[] = Array.from({ length: 20 }, (_, i) => [
  25,
  30 + i * 8,
  `${i + 1}. 本合同自双方签字盖章之日起生效，一式两份，甲乙双方各执一份。`,
]);

describe('a signature block is found by its words', () => {
  it('two columns: each party’s seal is next to its own words and covers nothing', () => {
    const { places, overlaps, covered } = propose(
      [[...BODY, [25, 215, '甲方（盖章）：'], [115, 215, '乙方（盖章）：'], [25, 275, '第 1 页']]],
      ENTERPRISES,
    );
    expect(places.map(({ signerId, kind, beside }) => [signerId, kind, beside])).toEqual([
      ['jia', 'ENT_SEAL', '甲方（盖章）：'],
      ['yi', 'ENT_SEAL', '乙方（盖章）：'],
    ]);
    expect(of(places, 'jia').x).toBeLessThan(90);
    expect(of(places, 'yi').x).toBeGreaterThan(110);
    expect([overlaps, covered]).toEqual([[], []]);
  });

  it('two labels on one line without a gap are two', () => {
    const { places } = propose([[[25, 200, '甲方(签章):____________ 乙方(签章):____________']]], ENTERPRISES);
    expect(of(places, 'jia').x).toBeLessThan(of(places, 'yi').x);
    expect(of(places, 'yi').x).toBeGreaterThan(70);
    expect(places.every(({ beside }) => beside?.includes('签章'))).toBe(true);
  });

  it('a heading names the party; words below it ask for its seal, not a representative’s hand', () => {
    const { places, covered } = propose(
      [
        [
          ...BODY,
          [25, 205, `甲方：${JIA}`],
          [25, 215, '（盖章）'],
          [25, 225, '法定代表人（签字）：'],
          [115, 205, `乙方：${YI}`],
          [115, 215, '（盖章）'],
          [115, 225, '法定代表人（签字）：'],
        ],
      ],
      ENTERPRISES,
    );
    expect(places.map(({ signerId, beside }) => [signerId, beside])).toEqual([
      ['jia', '（盖章）'],
      ['yi', '（盖章）'],
    ]);
    expect(of(places, 'yi').x).toBeGreaterThan(of(places, 'jia').x + 42);
    expect(covered).toEqual([]);
  });

  it('the file determines who is party A and B, regardless of the order of the signers', () => {
    const { places } = propose(
      [
        [
          [25, 30, `甲方（出租方）：${YI}`],
          [25, 40, `乙方（承租方）：${JIA}`],
        ],
        [
          [25, 200, '甲方（盖章）：'],
          [115, 200, '乙方（盖章）：'],
        ],
      ],
      ENTERPRISES,
    );
    expect(places.map(({ signerId, beside, page }) => [signerId, beside, page])).toEqual([
      ['jia', '乙方（盖章）：', 2],
      ['yi', '甲方（盖章）：', 2],
    ]);
  });

  it('a person signs at a signature label, an enterprise seals at a seal label', () => {
    const { places } = propose(
      [
        [
          [25, 200, '用人单位（盖章）：'],
          [25, 240, '劳动者（签字）：'],
        ],
      ],
      [ENTERPRISES[0]!, PERSON],
    );
    expect(places.map(({ signerId, kind, beside }) => [signerId, kind, beside])).toEqual([
      ['jia', 'ENT_SEAL', '用人单位（盖章）：'],
      ['person', 'HANDWRITTEN', '劳动者（签字）：'],
    ]);
  });

  it('in English: By, Signature, Signed by, Seal, in the order in which they stand', () => {
    for (const words of [
      ['By: ____________', 'By: ____________'],
      ['Signature:', 'Signature:'],
      ['Signed by', 'Signed by'],
      ['Party B (seal):', 'Party A (seal):'],
      ['Authorized Signatory: ________', 'Authorised signature ________'],
    ]) {
      const { places, covered } = propose(
        [
          [
            [25, 60, 'This agreement is signed by both parties and shall be effective upon signature.'],
            [25, 180, words[0]!],
            [115, 180, words[1]!],
          ],
        ],
        ENTERPRISES,
      );
      expect(places.map(({ beside }) => beside !== undefined)).toEqual([true, true]);
      const swapped = words[0]!.startsWith('Party B');
      expect(of(places, 'jia').x < of(places, 'yi').x).toBe(!swapped);
      expect(covered).toEqual([]);
    }
  });

  it('the last of several blocks counts, and a page without text after it is ignored', () => {
    const block: Line[] = [
      [25, 200, '甲方（盖章）：'],
      [115, 200, '乙方（盖章）：'],
    ];
    const { places } = propose([block, block, [[25, 30, '附件一 报价单']]], ENTERPRISES);
    expect(places.map(({ page }) => page)).toEqual([2, 2]);
  });

  it('sentences about signing, seals and dates are no place to sign: room after the text is', () => {
    const sentences = [
      '本合同自双方签字盖章之日起生效。',
      '经双方签字',
      '甲方应在收到发票后盖章确认，乙方',
      'Each party shall sign',
      'The signature of the buyer is binding upon delivery of the goods; it',
    ];
    const { places, covered, overlaps } = propose(
      [sentences.map((text, i): Line => [25, 30 + i * 10, text])],
      ENTERPRISES,
    );
    expect(places.map(({ beside, page }) => [beside, page])).toEqual([
      [undefined, 1],
      [undefined, 1],
    ]);
    expect(Math.min(...places.map(({ y }) => y))).toBeGreaterThan(74);
    expect([covered, overlaps]).toEqual([[], []]);
  });

  it('on a page that is full to its foot it does not cover the last line', () => {
    const full = Array.from(
      { length: 26 },
      (_, i): Line => [25, 20 + i * 10, '第一条 双方约定的内容写满这一页的每一行文字'],
    );
    const { places, covered } = propose([[[25, 20, '封面']], full], ENTERPRISES);
    expect(covered).toEqual([]);
    // right of the text, or on the page before, but never below the edge
    for (const { x, y, width, height } of places) {
      expect(x + width).toBeLessThanOrEqual(205);
      expect(y + height).toBeLessThanOrEqual(292);
    }
  });

  it('where the block leaves no room, its own words are covered rather than those of the text', () => {
    const lines = Array.from(
      { length: 26 },
      (_, i): Line => [
        10,
        20 + i * 10,
        '第一条双方约定的内容写满这一页的每一行文字直到右边的页边为止没有留下空白的地方一点',
      ],
    );
    const { places } = propose(
      [[...lines.slice(0, 22), [10, 240, '甲方（盖章）：'], ...lines.slice(25)]],
      [ENTERPRISES[0]!],
    );
    expect(places[0]).toMatchObject({ beside: '甲方（盖章）：' });
    expect(places[0]!.y).toBeGreaterThan(220);
  });

  it('the day goes to the words that ask for it, else below the seal', () => {
    const { places, overlaps, covered } = propose(
      [
        [
          [25, 180, '甲方（盖章）：'],
          [25, 235, '日期：    年  月  日'],
          [115, 180, '乙方（盖章）：'],
        ],
      ],
      ENTERPRISES,
      { dates: true },
    );
    const days = places.filter(({ kind }) => kind === 'SIGN_DATE');
    expect(days.map(({ signerId, beside }) => [signerId, beside?.startsWith('日期')])).toEqual([
      ['jia', true],
      ['yi', undefined],
    ]);
    expect(days[0]!.y).toBeGreaterThan(225);
    expect(days[1]!.y).toBeGreaterThan(180);
    expect([overlaps, covered]).toEqual([[], []]);
  });

  it('avoids existing placements', () => {
    const letters = lettersOf([[25, 200, '甲方（盖章）：']]);
    const standing = { kind: 'ENT_SEAL' as const, page: 1, x: 54, y: 180, width: 42, height: 42 };
    const [place] = proposePlaces({ pages: [A4], textOn: () => letters }, [ENTERPRISES[0]!], [standing]);
    expect(
      findOverlaps([standing, place!].map((one) => ({ place: one, boxes: boxesOf(one, [A4]) }))),
    ).toEqual([]);
  });

  it.each(['PDF', 'OFD'] as const)('in a real %s as its text is read', async (type) => {
    const bytes = await (type === 'PDF' ? contractPdf(JIA, YI) : contractOfd(JIA, YI));
    const textOn = await openText(bytes, type);
    const pages = [A4, A4];
    const places = proposePlaces({ pages, textOn }, ENTERPRISES, []);
    const spread = places.map((place) => ({ place, boxes: boxesOf(place, pages) }));
    expect(places.map(({ signerId, beside }) => [signerId, beside !== undefined])).toEqual([
      ['jia', true],
      ['yi', true],
    ]);
    expect(findOverlaps(spread)).toEqual([]);
    expect(coveredText(textOn, spread)).toEqual([]);
  });
});

it('text is read in lines and columns; letters of one word stay together, columns do not', () => {
  const runs = runsOf(
    lettersOf([
      [25, 50, '甲方  盖章'],
      [100, 50.5, 'Signed by:'],
      [25, 60, '下一行'],
    ]),
  );
  expect(runs.map(({ text }) => text)).toEqual(['甲方 盖章', 'Signed by:', '下一行']);
});
