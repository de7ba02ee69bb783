import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { utf8 } from '#core/bytes.ts';
import { ATTRIBUTES, PARAMETERS_BYTES } from '#core/template/xml/parameters.ts';
import { readParameters } from '#core/template/xml/read-parameters.ts';
import { resolveParameters } from '#core/template/xml/resolve-parameters.ts';
import { writeParameters } from '#core/template/xml/write-parameters.ts';
import { aField, anAnchor, KEYS, webTemplate } from '#tests/fixtures/template-content.ts';

const DOCUMENTATION = readFileSync(new URL('../../../docs/template-parameters.md', import.meta.url), 'utf8');
const EXAMPLE = /```xml\n([\s\S]*?)```/.exec(DOCUMENTATION)?.[1] ?? '';

const file = (inner: string) => utf8(`<template version="1">\n${inner}\n</template>`);
/** What is wrong with elements, as `line problem what value`. */
const wrong = (inner: string) =>
  readParameters(file(inner)).problems.map((one) =>
    [one.line, one.problem, one.what, one.value].filter((part) => part !== '').join(' '),
  );
const thrown = (text: string | Uint8Array<ArrayBuffer>) => {
  try {
    readParameters(typeof text === 'string' ? utf8(text) : text);
    return 'read';
  } catch (error) {
    return (error as Error).name;
  }
};

describe('[5.1c] the parameter file of a template', () => {
  it('is XML as documented: its example can be read, and each attribute is in the table', () => {
    const { parameters, problems } = readParameters(utf8(EXAMPLE));
    expect(problems).toEqual([]);
    expect(parameters.fields.map(({ name, choices, filledBy }) => [name, choices, filledBy])).toEqual([
      ['合同编号', [], 'SENDER'],
      ['付款方式', ['转账', '支票'], 'SENDER'],
    ]);
    expect(
      parameters.signers.map(({ name, type, order, places }) => [
        name,
        type,
        order,
        places.map(({ at }) => at),
      ]),
    ).toEqual([
      [
        '甲方',
        'ENTERPRISE',
        1,
        [{ by: 'MARK' }, { by: 'KEYWORD', keyword: { text: '签署日期', order: 'LAST', place: 'RIGHT' } }],
      ],
      ['乙方', 'PERSON', 2, [{ by: 'PAGE', page: 1, x: 120, y: 240 }]],
    ]);
    expect([parameters.rows, parameters.options]).toEqual([
      [{ name: '货物', least: 1, most: 20 }],
      [{ name: '质保', kept: true }],
    ]);
    for (const [element, attributes] of Object.entries(ATTRIBUTES))
      for (const name of [element, ...Object.keys(attributes)])
        expect(DOCUMENTATION).toContain(`\`${name}\``);
  });

  it('of anything but this XML are refused: other files, document type, entities, depth, size', () => {
    for (const text of [
      '',
      'PK\u0003\u0004',
      '{"fields":[]}',
      '<template version="1">',
      '<!DOCTYPE template [<!ENTITY a "b">]><template version="1">&a;</template>',
      '<!DOCTYPE template SYSTEM "file:///etc/passwd"><template version="1"/>',
      `<template version="1">${'<a>'.repeat(10)}${'</a>'.repeat(10)}</template>`,
      `<template version="1">${'<a/>'.repeat(20_001)}</template>`,
    ])
      expect(thrown(text), text.slice(0, 60)).toBe('TEMPLATE_PARAMETERS_BROKEN');
    for (const text of ['<html/>', '<template/>', '<template version="2"/>'])
      expect(thrown(text)).toBe('TEMPLATE_PARAMETERS_OTHER');
    expect(thrown(new Uint8Array(PARAMETERS_BYTES + 1))).toBe('DOCUMENT_TOO_LARGE');
  });

  it('reports every problem with its line, its subject and the value', () => {
    expect(
      wrong(`<field name="金额（元）" types="TEXT" length="20"/>
<field name="编号" types="TEXT MONEY" length="31" colour="red"/>
<field types="TEXT" length="2.5"/>
<signer role="甲方" type="COMPANY"><seal/></signer>
<signer role="乙方" type="PERSON"><place kind="SEAL" by="MARK" width="20" height="1e9"/></signer>
<table/>
some words`),
    ).toEqual([
      '1 textBetween template some words',
      '2 badValue name 金额（元）',
      '3 unknownAttribute colour red',
      '3 badValue types TEXT MONEY',
      '3 badValue length 31',
      '4 valueMissing name',
      '4 badValue length 2.5',
      '5 badValue type COMPANY',
      '5 unknownElement seal',
      '6 badValue kind SEAL',
      '6 badValue height 1e9',
      '7 unknownElement table',
    ]);
  });

  it('has no name twice, no field of an unknown signer, and no character that is not seen', () => {
    expect(
      wrong(`<field name="编号" types="TEXT" length="20" filledBy="丙方"/>
<field name=" 编号" types="TEXT" length="20"/>
<signer role="甲方" type="PERSON"/>
<signer role="甲方" type="PERSON"/>
<rows name="货物" least="9" most="2"/>
<option name="a&#x202e;b"/>`),
    ).toEqual([
      '7 badValue name a\u202eb',
      '3 nameRepeated name 编号',
      '5 nameRepeated role 甲方',
      '2 signerUnknown filledBy 丙方',
      '6 badValue least 9',
    ]);
  });
});

const whole = () => {
  const content = webTemplate();
  content.fields[0]!.preset = '一行 "<&>\n两行';
  content.fields[0]!.input = 'LINES';
  content.fields[1]!.filledBy = KEYS.buyer;
  content.fields.push(
    aField('方式', { key: 'fieldway0001', input: 'CHOICE', choices: ['转账 & 支票', '现金'] }),
  );
  content.rows.push({ key: 'rows00000001', name: '货物', least: 0, most: 7, position: 1 });
  content.options.push({ key: 'option000001', name: '质保', kept: false, position: 1 });
  content.anchors.push(
    anAnchor('anchorcross1', KEYS.seller, {
      kind: 'CROSS_PAGE',
      width: 42,
      height: 42,
      at: { by: 'PAGE', page: 1, toPage: 0, x: 0, y: 99.5, rule: 'ALTERNATE' },
    }),
    anAnchor('anchordate01', KEYS.buyer, {
      kind: 'SIGN_DATE',
      width: 40,
      height: 8,
      offsetX: -3,
      at: { by: 'KEYWORD', keyword: { text: '日期“<>”', order: 'ALL', place: 'BELOW' } },
    }),
  );
  return content;
};

/** A content without what names mean: keys, parts and positions. */
const named = ({ fields, rows, options, signers, anchors }: ReturnType<typeof whole>) => {
  const signerName = (key: string) => signers.find((signer) => signer.key === key)?.name ?? key;
  return {
    fields: fields.map(({ key: _, partId: __, position: ___, filledBy, ...rest }) => ({
      ...rest,
      filledBy: signerName(filledBy),
    })),
    rows: rows.map(({ key: _, position: __, ...rest }) => rest),
    options: options.map(({ key: _, position: __, ...rest }) => rest),
    signers: signers.map(({ key, partId: _, position: __, ...rest }) => ({
      ...rest,
      places: anchors
        .filter(({ signer }) => signer === key)
        .map(({ key: _key, signer: _signer, position: _position, ...place }) => place),
    })),
  };
};

describe('export and import', () => {
  it('what is written is read the same, with quotes, marks, lines and every kind of place', () => {
    const content = whole();
    const { parameters, problems } = readParameters(utf8(writeParameters(content)));
    expect(problems).toEqual([]);
    expect(parameters).toEqual(named(content));
  });

  it('resolves names to rows, roles and fields, keeps keys of marked places, lists the unknown', () => {
    const content = webTemplate();
    const { parameters } = readParameters(
      file(`<field name="合同编号" types="TEXT" length="12" filledBy="甲方"/>
<field name="地点" types="TEXT" length="30"/>
<signer role="甲方" type="ENTERPRISE" order="2">
  <place kind="ENT_SEAL" by="MARK" width="40" height="40"/>
  <place kind="SIGN_DATE" by="MARK" width="40" height="8"/>
</signer>
<signer role="担保人" type="PERSON"/>`),
    );
    let made = 0;
    const { changes, unknownRoles, unknownFields } = resolveParameters(
      parameters,
      content,
      {
        roles: [{ id: 'givenrole0partya', name: '甲方', type: 'ENTERPRISE' }],
        fields: [{ id: 'givenfield0number', name: '合同编号' }],
      },
      () => `newkey${String(++made).padStart(6, '0')}`,
    );
    expect(changes.map(({ list, key, isNew }) => [list, key, isNew])).toEqual([
      ['signers', KEYS.seller, false],
      ['anchors', KEYS.sellerSeal, false],
      ['anchors', 'newkey000001', true],
      ['signers', 'newkey000002', true],
      ['fields', KEYS.number, false],
      ['fields', 'newkey000003', true],
    ]);
    expect(changes[0]?.facts).toEqual({
      name: '甲方',
      type: 'ENTERPRISE',
      order: 2,
      partId: 'givenrole0partya',
    });
    expect(changes[4]?.facts).toMatchObject({
      length: 12,
      filledBy: KEYS.seller,
      partId: 'givenfield0number',
    });
    expect([unknownRoles.map(({ name }) => name), unknownFields.map(({ name }) => name)]).toEqual([
      ['担保人'],
      ['地点'],
    ]);
  });
});
