import { describe, expect, it } from 'vitest';
import { type ContentFacts, pathOf } from '#core/template/check/content-problem.ts';
import { checkContent, filesOf } from '#core/template/check-content.ts';
import { templateContent, type WebContent } from '#core/template/content.ts';
import { TEMPLATE_SCENES } from '#core/template/record.ts';
import { cpuOf, leastOf, unitMs } from '#tests/fixtures/processor-time.ts';
import { aField, anAnchor, aSigner, KEYS, webTemplate } from '#tests/fixtures/template-content.ts';

const FACTS: ContentFacts = {
  scene: 'ENT',
  roles: new Map([
    ['givenrole0partya', { type: 'ENTERPRISE' }],
    ['givenrole0partybperson', { type: 'PERSON' }],
  ]),
  parts: new Set(['givenfield0number']),
  files: new Set(['a'.repeat(64)]),
};

/** What is wrong with a good template after a change, as `path problem`. */
function wrongWith(change: (content: WebContent) => void, facts: Partial<ContentFacts> = {}): string[] {
  const content = structuredClone(webTemplate());
  change(content);
  return wrong(content, facts);
}
const wrong = (content: unknown, facts: Partial<ContentFacts> = {}): string[] =>
  checkContent(content, { ...FACTS, ...facts }).problems.map((one) => `${pathOf(one)} ${one.problem}`);

const paragraph = (
  ...content: NonNullable<Extract<WebContent['body']['content'][number], { type: 'paragraph' }>['content']>
) => ({ type: 'paragraph', content }) as const;
const text = (words: string) => ({ type: 'text', text: words }) as const;

it('finds no problem in a complete template, in either scenario, and returns it', () => {
  for (const scene of TEMPLATE_SCENES) {
    const { content, problems } = checkContent(webTemplate(), { ...FACTS, scene });
    expect(problems).toEqual([]);
    expect(content).toEqual(templateContent.parse(webTemplate()));
  }
});

describe('signers', () => {
  it('[5.1d] at least one, and at least one place to sign', () => {
    const nobody = wrongWith((content) => {
      content.signers = [];
      content.anchors = [];
      content.body.content.pop();
    });
    expect(nobody).toEqual(['content.signers signersMissing', 'content.anchors sealsMissing']);
  });

  it('[5.1d] need a name, a type and an order, reported at the one that lacks it', () => {
    const raw = structuredClone(webTemplate()) as unknown as { signers: Record<string, unknown>[] };
    delete raw.signers[0]!.type;
    raw.signers[1]!.name = ' ';
    expect(wrong(raw)).toEqual([
      `content.signers.${KEYS.seller}.type signerIncomplete`,
      `content.signers.${KEYS.buyer}.name signerIncomplete`,
    ]);
    expect(
      wrongWith((content) => {
        content.signers[1]!.order = 3;
      }),
    ).toEqual(['content.signers orderGap']);
    expect(
      wrongWith((content) => {
        content.signers[1]!.partId = 'anotherrole';
        content.signers[0]!.partId = 'givenrole0partybperson';
      }),
    ).toEqual([
      `content.signers.${KEYS.seller}.type roleTypeDiffers`,
      `content.signers.${KEYS.buyer}.partId roleUnknown`,
    ]);
  });

  it('[5.1e] in no role twice, however it is written', () => {
    expect(
      wrongWith((content) => {
        content.signers[0]!.name = 'Ａ方';
        content.signers[1]!.name = 'a 方';
      }),
    ).toEqual([`content.signers.${KEYS.buyer}.name signerRepeated`]);
  });

  it('[5.1f] [5.1g] [5.1h] an enterprise or a person by the scene, and both in a web template', () => {
    const word = (type: 'ENTERPRISE' | 'PERSON', scene: 'ENT' | 'HR') =>
      wrong(
        {
          ...webTemplate(),
          kind: 'WORD',
          docx: 'a'.repeat(64),
          signers: [aSigner(KEYS.seller, '一方', type)],
          anchors: [anAnchor(KEYS.sellerSeal, KEYS.seller)],
        },
        { scene },
      );
    expect(word('ENTERPRISE', 'ENT')).toEqual([]);
    expect(word('PERSON', 'HR')).toEqual([]);
    expect(word('PERSON', 'ENT')).toEqual(['content.signers enterpriseSignerMissing']);
    expect(word('ENTERPRISE', 'HR')).toEqual(['content.signers personSignerMissing']);
    for (const scene of TEMPLATE_SCENES)
      for (const [type, problem] of [
        ['ENTERPRISE', 'webPersonMissing'],
        ['PERSON', 'webEnterpriseMissing'],
      ] as const)
        expect(
          wrongWith(
            (content) => {
              for (const signer of content.signers) {
                signer.type = type;
                delete signer.partId;
              }
              for (const anchor of content.anchors)
                Object.assign(anchor, { kind: 'PERSON_SEAL', width: 20, height: 20 });
            },
            { scene },
          ),
        ).toEqual([`content.signers ${problem}`]);
  });

  it('[5.1i] [5.1j] each with a place of a seal, and not with a date alone', () => {
    expect(
      wrongWith((content) => {
        content.anchors[1]!.signer = KEYS.seller;
      }),
    ).toEqual([`content.signers.${KEYS.buyer} signerPlaceMissing`]);
    const dated = (content: WebContent) => {
      Object.assign(content.anchors[1]!, { kind: 'SIGN_DATE', width: 40, height: 8 });
    };
    expect(wrongWith(dated)).toEqual([`content.signers.${KEYS.buyer} signerDateAlone`]);
    expect(
      wrongWith((content) => {
        dated(content);
        content.anchors.push(
          anAnchor('anchorbuyer2', KEYS.buyer, { at: { by: 'PAGE', page: 1, x: 20, y: 20 } }),
        );
      }),
    ).toEqual([]);
  });
});

describe('[8.16g] fields, rows and optional parts', () => {
  it('have a unique, valid name, and are otherwise reported at their row', () => {
    expect(
      wrongWith((content) => {
        content.fields[1]!.name = '合同编号 ';
      }),
    ).toEqual([`content.fields.${KEYS.amount}.name fieldNameRepeated`]);
    expect(
      wrongWith((content) => {
        content.fields[1]!.name = '金额（元）';
      }),
    ).toEqual([`content.fields.${KEYS.amount}.name fieldNameCharacters`]);
    const raw = structuredClone(webTemplate()) as unknown as { fields: Record<string, unknown>[] };
    raw.fields[0]!.types = [];
    raw.fields[1]!.length = 31;
    expect(wrong(raw)).toEqual([
      `content.fields.${KEYS.number}.types fieldIncomplete`,
      `content.fields.${KEYS.amount}.length fieldIncomplete`,
    ]);
  });

  it('occur in the text, and the text refers to no others', () => {
    expect(
      wrongWith((content) => {
        content.fields.pop();
        content.fields.push(aField('地点', { key: 'fieldplace00' }));
      }),
    ).toEqual([`content.body.${KEYS.amount} fieldMarkUnknown`, 'content.fields.fieldplace00 fieldUnplaced']);
    expect(
      wrongWith((content) => {
        content.options.push({ key: 'option000001', name: '质保', kept: true, position: 1 });
        content.rows.push({ key: 'rows00000001', name: '货物', least: 1, most: 5, position: 1 });
        content.body.content.push(
          { type: 'optional', attrs: { option: 'option000009' }, content: [paragraph(text('质保两年'))] },
          {
            type: 'table',
            attrs: { widths: [], headerRows: 0, border: true },
            content: [
              {
                type: 'tableRow',
                attrs: { repeat: 'rows00000009' },
                content: [{ type: 'tableCell', content: [paragraph(text('货物'))] }],
              },
            ],
          },
        );
      }),
    ).toEqual([
      'content.body.rows00000009 rowsMarkUnknown',
      'content.body.option000009 optionMarkUnknown',
      'content.rows.rows00000001 rowsUnplaced',
      'content.options.option000001 optionUnplaced',
    ]);
  });

  it('are filled by somebody who is there, with what they take', () => {
    expect(
      wrongWith((content) => {
        Object.assign(content.fields[0]!, {
          filledBy: 'signernobody',
          preset: '号'.repeat(21),
          partId: 'gone00000',
        });
        Object.assign(content.fields[1]!, { input: 'CHOICE', choices: ['一', '二'], preset: '三' });
      }),
    ).toEqual([
      `content.fields.${KEYS.number}.partId fieldUnknown`,
      `content.fields.${KEYS.number}.filledBy filledByUnknown`,
      `content.fields.${KEYS.number}.preset presetTooLong`,
      `content.fields.${KEYS.amount}.preset presetNotChoice`,
    ]);
    expect(
      wrongWith((content) => {
        Object.assign(content.fields[0]!, { input: 'CHOICE' });
        Object.assign(content.fields[1]!, { input: 'CHOICE', choices: ['一', '一'] });
      }),
    ).toEqual([
      `content.fields.${KEYS.number}.choices choicesMissing`,
      `content.fields.${KEYS.amount}.choices choiceRepeated`,
    ]);
    // a rare character is one, as a person counts
    expect(
      wrongWith((content) => {
        content.fields[0]!.preset = '𠮷'.repeat(20);
      }),
    ).toEqual([]);
  });

  it('occur once per row or once per document, and the minimum is not above the maximum', () => {
    expect(
      wrongWith((content) => {
        content.rows.push({ key: 'rows00000001', name: '货物', least: 9, most: 5, position: 1 });
        content.body.content.push({
          type: 'table',
          attrs: { widths: [], headerRows: 0, border: true },
          content: [
            {
              type: 'tableRow',
              attrs: { repeat: 'rows00000001' },
              content: [
                {
                  type: 'tableCell',
                  content: [
                    paragraph(
                      { type: 'field', attrs: { field: KEYS.number } },
                      { type: 'seal', attrs: { anchor: KEYS.buyerSeal } },
                    ),
                  ],
                },
              ],
            },
          ],
        });
      }),
    ).toEqual([
      'content.rows.rows00000001.least rowsRange',
      `content.fields.${KEYS.number}.4.0.0.0.0 fieldInAndOutOfRows`,
      `content.anchors.${KEYS.buyerSeal}.4.0.0.0.1 markRepeats`,
      `content.anchors.${KEYS.buyerSeal} markRepeated`,
    ]);
  });
});

describe('places', () => {
  it('occur exactly once in the text, and never in an optional part', () => {
    expect(
      wrongWith((content) => {
        content.body.content.pop();
        content.body.content.push({
          type: 'optional',
          attrs: { option: 'option000001' },
          content: [paragraph({ type: 'seal', attrs: { anchor: KEYS.sellerSeal } })],
        });
        content.options.push({ key: 'option000001', name: '质保', kept: true, position: 1 });
      }),
    ).toEqual([
      `content.anchors.${KEYS.sellerSeal}.3.0.0 markOptional`,
      `content.anchors.${KEYS.buyerSeal} markMissing`,
    ]);
    // a mark of a place that stands on a page is nobody's
    expect(
      wrongWith((content) => {
        content.anchors[1]!.at = { by: 'PAGE', page: 1, x: 10, y: 10 };
      }),
    ).toEqual([`content.body.${KEYS.buyerSeal} sealMarkUnknown`]);
  });

  it('[5.12b] [5.12c] belong to a signer who can sign there, in a size and on pages that can be', () => {
    const at = (toPage: number | undefined, rule?: 'ALTERNATE') =>
      anAnchor('anchorcross1', KEYS.seller, {
        kind: 'CROSS_PAGE',
        width: 42,
        height: 42,
        at: {
          by: 'PAGE',
          page: 2,
          x: 0,
          y: 100,
          ...(toPage === undefined ? {} : { toPage }),
          ...(rule ? { rule } : {}),
        },
      });
    const problem = (anchor: ReturnType<typeof at>) =>
      wrongWith((content) => {
        content.anchors.push(anchor);
      }).map((line) => line.split(' ')[1]);
    expect(problem(at(0))).toEqual([]);
    expect(problem(at(3))).toEqual([]);
    expect(problem(at(undefined))).toEqual(['crossPageTooFewPages']);
    expect(problem(at(3, 'ALTERNATE'))).toEqual(['crossPageTooFewPages']);
    expect(problem(at(1))).toEqual(['pageRange']);
    expect(
      problem({ ...at(0), at: { by: 'KEYWORD', keyword: { text: '盖章', order: 'ALL', place: 'RIGHT' } } }),
    ).toEqual(['crossPageNotOnPages']);
    const onPage = { by: 'PAGE', page: 1, x: 10, y: 10 } as const;
    expect(problem(anAnchor('anchorbig001', KEYS.buyer, { at: onPage, width: 30 }))).toEqual([
      'placeTooLarge',
    ]);
    expect(problem(anAnchor('anchorbig001', KEYS.buyer, { at: onPage, kind: 'ENT_SEAL' }))).toEqual([
      'kindNotForSigner',
    ]);
    expect(problem(anAnchor('anchorbig001', 'signernobody', { at: onPage }))).toEqual([
      'anchorSignerUnknown',
    ]);
  });
});

describe('the text', () => {
  it('is not empty, defines referenced clauses once, and uses uploaded pictures', () => {
    expect(
      wrongWith((content) => {
        content.body.content = [paragraph(text(' '))];
      }),
    ).toContain('content.body bodyEmpty');
    const clause = (id: string) => ({
      type: 'clause' as const,
      attrs: { ...PLAIN, id, level: 0 },
      content: [text('条款')],
    });
    expect(
      wrongWith((content) => {
        content.body.content.push(
          clause('clause000001'),
          clause('clause000001'),
          paragraph({ type: 'reference', attrs: { clause: 'clause000002' } }),
          { type: 'picture', attrs: { file: 'b'.repeat(64), width: 20, height: 20, alt: '', align: null } },
        );
      }),
    ).toEqual([
      'content.body.clause000001.5 clauseRepeated',
      `content.body.${'b'.repeat(64)}.7 fileMissing`,
      'content.body.clause000002.6.0 clauseUnknown',
    ]);
  });

  it('has no character that is not seen, wherever it stands', () => {
    expect(
      wrongWith((content) => {
        content.fields[0]!.preset = 'a\u202eb';
        content.page.header = 'a\tb';
        content.body.content.push(paragraph(text('a\u0007b')));
      }),
    ).toEqual([
      'content.page.header hiddenCharacters',
      'content.body.4.0 hiddenCharacters',
      `content.fields.${KEYS.number}.preset hiddenCharacters`,
    ]);
  });

  it('of invalid shape is rejected at the invalid part, and never throws', () => {
    for (const raw of [null, 7, 'x', [], {}, { kind: 'WEB' }, { ...webTemplate(), body: { type: 'doc' } }])
      expect(checkContent(raw, FACTS).problems.length).toBeGreaterThan(0);
    expect(wrong({ ...webTemplate(), anchors: Array(301).fill(webTemplate().anchors[0]) })).toEqual([
      'content.anchors tooMany',
    ]);
  });
});

const PLAIN = { align: null, size: null, leading: null, indent: null, firstIndent: null };

it('a template of 300 fields is judged at once, and one more is too many', () => {
  const many = (count: number) =>
    wrongWith((content) => {
      const fields = Array.from({ length: count - 2 }, (_, i) =>
        aField(`字段${i}`, { key: `fieldmany${String(i).padStart(4, '0')}` }),
      );
      content.fields.push(...fields);
      content.body.content.push(
        ...fields.map(({ key }) => paragraph({ type: 'field', attrs: { field: key } })),
      );
    });
  expect(many(300)).toEqual([]);
  const judge = () => cpuOf(() => many(300));
  expect(leastOf(3, judge)).toBeLessThan(25 * unitMs());
  expect(many(301)).toEqual(['content.fields tooMany']);
});

it('names the files that a template is made with', () => {
  const content = webTemplate();
  content.body.content.push({
    type: 'picture',
    attrs: { file: 'c'.repeat(64), width: 9, height: 9, alt: '', align: null },
  });
  expect(filesOf(content)).toEqual(['c'.repeat(64)]);
});
