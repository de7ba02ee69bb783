import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { utf8 } from '#core/bytes.ts';
import { type Draft, putRow, readDraft } from '#core/task/draft.ts';
import {
  importFileParameters,
  importTaskParameters,
  resolveFileParameters,
  writeDraftParameters,
  writeFileParameters,
} from '#core/task/file-parameters.ts';
import { readParameters, readTaskParameters } from '#core/template/xml/read-parameters.ts';

const FILE = {
  documentId: 'document01',
  pages: Array.from({ length: 6 }, () => ({ widthMm: 210, heightMm: 297 })),
};
const nameless = (n: number) => `签署方${n}`;
let made = 0;
const newKey = () => `made${String(++made).padStart(8, '0')}`;

/** A draft with two signers of which the first has a role, and one file. */
function draftDoc(): Y.Doc {
  const doc = new Y.Doc();
  putRow(doc, 'documents', FILE.documentId, {
    fileName: '合同.pdf',
    fileKey: '0'.repeat(64),
    position: 1,
    size: 1,
    pages: FILE.pages,
  });
  const signer = { userName: '', mobile: '', signOrder: 1 };
  putRow(doc, 'signers', 'signer0001', {
    ...signer,
    type: 'ENTERPRISE',
    entName: '',
    roleName: '甲方',
    position: 1,
  });
  putRow(doc, 'signers', 'signer0002', { ...signer, type: 'PERSON', signOrder: 2, position: 2 });
  return doc;
}
const at = (signerId: string, change: object) => ({
  signerId,
  documentId: FILE.documentId,
  kind: 'ENT_SEAL',
  page: 2,
  x: 20,
  y: 200,
  width: 42,
  height: 42,
  ...change,
});
const PLACES = [
  at('signer0001', {}),
  at('signer0001', { kind: 'CROSS_PAGE', page: 1, x: 0, toPage: 6, rule: 'ALTERNATE' }),
  at('signer0002', {
    kind: 'HANDWRITTEN',
    page: 1,
    x: 0,
    y: 0,
    width: 36.5,
    height: 19,
    keyword: { text: '乙方（签字）', order: 'LAST', place: 'RIGHT', offsetX: 3, offsetY: -2 },
  }),
];
const without = ({ placements }: Draft) =>
  placements.map(({ placementId: _, signerId: __, ...place }) => place).sort((a, b) => a.page - b.page);

const read = (xml: string) => {
  const { parameters, problems } = readParameters(utf8(xml));
  expect(problems).toEqual([]);
  return parameters;
};

describe('the parameter file of a file', () => {
  it('brings signers and places to another draft as they were; a second time it adds nothing', () => {
    const from = draftDoc();
    PLACES.forEach((place, i) => {
      putRow(from, 'placements', `place0000${i}`, place);
    });
    const xml = writeFileParameters(readDraft(from), FILE, nameless);
    const doc = draftDoc();
    const changes = resolveFileParameters(read(xml), readDraft(doc), FILE, nameless);
    expect(changes).toMatchObject({ added: 3, left: 0 });
    importFileParameters(doc, FILE, changes, newKey);
    expect(without(readDraft(doc))).toEqual(without(readDraft(from)));
    expect(readDraft(doc).signers).toEqual(readDraft(from).signers);
    expect(resolveFileParameters(read(xml), readDraft(doc), FILE, nameless).added).toBe(0);
  });

  it('takes the named signer, else the next of the type, and adds one without counterpart', () => {
    const doc = draftDoc();
    const xml = `<template version="1">
      <signer role="丙方" type="PERSON" order="3"><place kind="SIGN_DATE" by="PAGE" page="1" x="9" y="9" width="40" height="8"/></signer>
      <signer role="甲方" type="ENTERPRISE" order="1"><place kind="ENT_SEAL" by="PAGE" page="1" x="9" y="99" width="42" height="42"/></signer>
      <signer role="丁方" type="ENTERPRISE" order="2"/>
    </template>`;
    importFileParameters(doc, FILE, resolveFileParameters(read(xml), readDraft(doc), FILE, nameless), newKey);
    const { signers, placements } = readDraft(doc);
    expect(signers.map(({ type, roleName, signOrder }) => [type, roleName, signOrder])).toEqual([
      ['ENTERPRISE', '甲方', 1],
      ['PERSON', undefined, 2],
      ['ENTERPRISE', '丁方', 2],
    ]);
    const byKind = Object.fromEntries(placements.map(({ kind, signerId }) => [kind, signerId]));
    expect(byKind).toEqual({ SIGN_DATE: 'signer0002', ENT_SEAL: 'signer0001' });
  });

  it('leaves out what only a template has, and says how much; 0 is the last page there is', () => {
    const xml = `<template version="1">
      <field name="金额" types="AMOUNT" length="20"/>
      <option name="质保" kept="true"/>
      <signer role="甲方" type="ENTERPRISE" order="1">
        <place kind="ENT_SEAL" by="MARK" width="42" height="42"/>
        <place kind="CROSS_PAGE" by="PAGE" page="1" toPage="0" x="0" y="100" width="42" height="42"/>
      </signer>
    </template>`;
    const changes = resolveFileParameters(read(xml), readDraft(draftDoc()), FILE, nameless);
    expect(changes).toMatchObject({ added: 1, left: 3 });
    expect(changes.signers[0]!.places[0]).toMatchObject({ page: 1, toPage: 6 });
  });

  it('[5.11q] a file with entities, a bomb or another root is read by nobody', () => {
    const bomb = `<!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><template version="1">&b;</template>`;
    const outside = `<!DOCTYPE t [<!ENTITY x SYSTEM "file:///etc/passwd">]><template version="1">&x;</template>`;
    for (const xml of [bomb, outside, '<task/>', '%PDF-1.7', '<template version="1">'])
      expect(() => readParameters(utf8(xml)), xml).toThrow(/TEMPLATE_PARAMETERS/);
  });
});

describe('the parameter file of a task', () => {
  const ANNEX = { ...FILE, documentId: 'document02' };
  /** The draft above with a second file. */
  const twoFiles = (names = ['合同.pdf', '附件 & "清单".pdf']) => {
    const doc = draftDoc();
    for (const [i, { documentId, pages }] of [FILE, ANNEX].entries())
      putRow(doc, 'documents', documentId, {
        fileName: names[i]!,
        fileKey: String(i).repeat(64),
        position: i + 1,
        size: 1,
        pages,
      });
    return doc;
  };
  const filesOf = (xml: string) => {
    const { files, problems } = readTaskParameters(utf8(xml));
    expect(problems).toEqual([]);
    return files!;
  };
  const placed = () => {
    const from = twoFiles();
    for (const [i, place] of [
      ...PLACES,
      at('signer0002', { documentId: ANNEX.documentId, page: 5 }),
    ].entries())
      putRow(from, 'placements', `place0000${i}`, place);
    return from;
  };

  it('brings each file its own signers and places, and a second time nothing', () => {
    const xml = writeDraftParameters(readDraft(placed()), nameless);
    const doc = twoFiles();
    expect(importTaskParameters(doc, filesOf(xml), nameless, newKey)).toEqual({
      files: 2,
      places: 4,
      signers: 0,
      left: 0,
      unmatched: [],
    });
    expect(without(readDraft(doc))).toEqual(without(readDraft(placed())));
    expect(readDraft(doc).signers).toEqual(readDraft(placed()).signers);
    expect(importTaskParameters(doc, filesOf(xml), nameless, newKey)).toMatchObject({
      places: 0,
      signers: 0,
    });
  });

  it('goes by the names of files, then by their order, and names those for which there is none', () => {
    const files = filesOf(writeDraftParameters(readDraft(placed()), nameless));
    const turned = twoFiles(['附件 & "清单".pdf', '别的.pdf']);
    expect(importTaskParameters(turned, files, nameless, newKey)).toMatchObject({ files: 2, places: 4 });
    expect(readDraft(turned).placements.filter((p) => p.documentId === FILE.documentId)).toHaveLength(1);
    const single = draftDoc();
    expect(importTaskParameters(single, files, nameless, newKey)).toMatchObject({
      files: 1,
      places: 3,
      unmatched: ['附件 & "清单".pdf'],
    });
  });

  it('one name is one signer in all files, whether it was there or is added', () => {
    const signer = (role: string, type: string, y: number) =>
      `<signer role="${role}" type="${type}" order="1"><place kind="SIGN_DATE" by="PAGE" page="1" x="9" y="${y}" width="40" height="8"/></signer>`;
    const xml = `<task version="1">
      <file name="合同.pdf">${signer('丙方', 'PERSON', 9)}${signer('丁方', 'PERSON', 29)}</file>
      <file name="补充.pdf">${signer('丁方', 'PERSON', 49)}${signer('丙方', 'PERSON', 69)}</file>
    </task>`;
    const doc = twoFiles();
    expect(importTaskParameters(doc, filesOf(xml), nameless, newKey)).toMatchObject({
      places: 4,
      signers: 1,
    });
    const { placements, signers } = readDraft(doc);
    const added = signers.find(({ roleName }) => roleName === '丁方')!.signerId;
    expect(Object.fromEntries(placements.map(({ y, signerId }) => [y, signerId]))).toEqual({
      9: 'signer0002',
      29: added,
      49: added,
      69: 'signer0002',
    });
  });

  it('[5.11q] is named with its line; entities or another root make it no parameter file', () => {
    const wrong = `<task version="1">
      <file name="a.pdf"><signer role="甲方" type="GOD" order="1"/></file>
      <file/>
      <page/>
    </task>`;
    expect(
      readTaskParameters(utf8(wrong)).problems.map(({ problem, line, what }) => [problem, line, what]),
    ).toEqual([
      ['badValue', 2, 'type'],
      ['valueMissing', 3, 'name'],
      ['unknownElement', 4, 'page'],
    ]);
    for (const xml of ['<!DOCTYPE t [<!ENTITY a "aa">]><task version="1">&a;</task>', '<tasks version="1"/>'])
      expect(() => readTaskParameters(utf8(xml)), xml).toThrow(/TEMPLATE_PARAMETERS/);
  });
});
