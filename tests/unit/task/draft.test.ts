import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { z } from 'zod';
import { sendBatch } from '#core/batch/calls.ts';
import { STANDARD_LIMITS } from '#core/config/limits.ts';
import { sendTask, sentPlan } from '#core/task/calls.ts';
import { checkParties } from '#core/task/check-plan.ts';
import {
  type DraftTask,
  draftToPlan,
  EMPTY_TASK,
  moveRow,
  putRow,
  readDraft,
  removeRow,
  setTask,
} from '#core/task/draft.ts';
import { fillDraft } from '#core/task/fill-draft.ts';
import { planToWire } from '#core/task/plan-wire.ts';

const KEY = (name: string) => name.padEnd(12, '0');
const PERSON = { userName: '李一', mobile: '16612345678' };

/** A draft as the four steps of the wizard leave it. */
function filled(): Y.Doc {
  const doc = new Y.Doc();
  setTask(doc, {
    taskName: '采购合同',
    businessType: 'PURCHASE',
    businessTypeName: '采购合同',
    endTime: 1_800_000_000_000,
    taskFileType: 'OFD',
    orderState: 'ORDER',
    codeStatus: 'ENABLE',
    watermarkState: 'ENABLE',
    watermarkText: '仅供采购',
  });
  const size = { widthMm: 210, heightMm: 297 };
  const file = { fileName: '合同.ofd', fileKey: 'a'.repeat(64), position: 1, size: 9, pages: [size] };
  putRow(doc, 'documents', KEY('document'), file);
  putRow(doc, 'signers', KEY('signer'), { ...PERSON, type: 'PERSON', signOrder: 1, position: 1 });
  putRow(doc, 'copies', KEY('copy'), { ...PERSON, type: 'PERSON', position: 1 });
  putRow(doc, 'placements', KEY('place'), {
    documentId: KEY('document'),
    signerId: KEY('signer'),
    kind: 'HANDWRITTEN',
    page: 1,
    x: 10,
    y: 20,
    width: 36.5,
    height: 19,
  });
  return doc;
}

const LISTS = ['documents', 'signers', 'copies'] as const;

it('[4.27] a plan begins at the defaults, and one that was filled in is cleared to them', () => {
  const fresh = readDraft(new Y.Doc());
  const nothing = { documents: [], attachments: [], signers: [], copies: [], placements: [] };
  expect(fresh).toEqual({ task: EMPTY_TASK, ...nothing });
  // [3.15a] The defaults of the form are those that the call takes for what is left out.
  const { taskName, businessType } = EMPTY_TASK;
  const lists = { planSendDocumentVOList: [], planSendSignatoryOrderVOList: [], placementList: [] };
  const sent = sendTask.input.parse(planToWire(draftToPlan(KEY('draft'), fresh)));
  expect(sent).toEqual(sendTask.input.parse({ draftId: KEY('draft'), taskName, businessType, ...lists }));

  const doc = filled();
  expect(readDraft(doc)).not.toEqual(fresh);
  setTask(doc, EMPTY_TASK);
  const held = readDraft(doc);
  for (const row of held.documents) removeRow(doc, 'documents', row.documentId);
  for (const row of held.signers) removeRow(doc, 'signers', row.signerId);
  for (const row of held.copies) removeRow(doc, 'copies', row.copyId);
  expect(readDraft(doc)).toEqual(fresh);
});

it('[3.15a] a plan has the specification’s names and defaults; rows and order have one place', () => {
  const bare = sendTask.input.parse({
    draftId: KEY('draft'),
    taskName: '采购合同',
    businessType: 'PURCHASE',
    planSendDocumentVOList: [],
    planSendSignatoryOrderVOList: [],
    placementList: [],
    watermark: { text: '仅供采购' },
  });
  expect(bare).toMatchObject({
    taskFileType: 'PDF',
    orderState: 'DISORDER',
    codeStatus: 'DISABLE',
    watermarkState: 'DISABLE',
    attachmentInfoList: [],
    watermark: { type: 'txt', opacity: 10, fontSize: 12 },
  });
  const names = Object.keys(sendTask.input.shape);
  for (const name of [
    'taskName',
    'businessType',
    'businessTypeName',
    'processId',
    'examineProcessId',
    'startTime',
    'endTime',
    'taskFileType',
    'orderState',
    'attachmentInfoList',
    'planSendDocumentVOList',
    'planSendSignatoryOrderVOList',
    'codeStatus',
    'watermarkState',
    'watermark',
  ])
    expect(names, name).toContain(name);
  for (const name of ['verticalSpace', 'type', 'text', 'tabCount', 'ratation', 'opacity', 'fontSize'])
    expect(JSON.stringify(z.toJSONSchema(sendTask.input, { io: 'input' }).properties?.watermark)).toContain(
      `"${name}":`,
    );
  // Instead of importPersonInfos and importUsers, crossSealInfoObj and batchSealObj, orderSignObj.
  expect(Object.keys(sendBatch.input.shape)).toContain('rows');
  const [signer, place] = [sentPlan.shape.planSendSignatoryOrderVOList, sentPlan.shape.placementList].map(
    (list) => JSON.stringify(z.toJSONSchema(list, { io: 'input' })),
  );
  expect(signer).toContain('"signOrder":');
  for (const word of ['"CROSS_PAGE"', '"toPage":', '"rule":', '"ALTERNATE"']) expect(place).toContain(word);
});

it('[4.27] an edit fills the plan with everything that was kept of it', () => {
  const kept = filled();
  const opened = new Y.Doc();
  Y.applyUpdate(opened, Y.encodeStateAsUpdate(kept));
  const draft = readDraft(opened);
  expect(draft).toEqual(readDraft(kept));
  for (const list of LISTS) expect(draft[list]).toHaveLength(1);
  const sent = draftToPlan(KEY('draft'), draft);
  expect(sendTask.input.parse(planToWire(sent))).toMatchObject({
    taskName: '采购合同',
    endTime: 1_800_000_000_000,
    taskFileType: 'OFD',
    orderState: 'ORDER',
    codeStatus: 'ENABLE',
    watermark: { text: '仅供采购' },
    ccList: [{ copyId: KEY('copy'), ...PERSON }],
    placementList: [{ kind: 'HANDWRITTEN', x: 10, y: 20 }],
  });
});

it('reads a draft created with its fields’ former names, and continues to write those', () => {
  const doc = new Y.Doc();
  const row = (fields: Record<string, unknown>) => new Y.Map(Object.entries(fields));
  const place = {
    documentId: KEY('document'),
    kind: 'HANDWRITTEN',
    page: 1,
    x: 1,
    y: 2,
    width: 30,
    height: 19,
  };
  doc.getMap('documents').set(KEY('document'), row({ fileName: '合同.pdf', position: 1 }));
  doc.getMap('signers').set(KEY('signer'), row({ ...PERSON, signatoryType: 'PERSON', position: 1 }));
  doc.getMap('copies').set(KEY('copy'), row({ ...PERSON, copyType: 'ENTERPRISE', position: 1 }));
  doc.getMap('placements').set(KEY('place'), row({ ...place, signatoryId: KEY('signer') }));
  expect(readDraft(doc)).toMatchObject({
    signers: [{ signerId: KEY('signer'), type: 'PERSON' }],
    copies: [{ copyId: KEY('copy'), type: 'ENTERPRISE' }],
    placements: [{ placementId: KEY('place'), signerId: KEY('signer') }],
  });
  // A tab that was opened before an update shares the document.
  putRow(doc, 'placements', KEY('other'), { ...place, signerId: KEY('signer') });
  putRow(doc, 'copies', KEY('copy'), { type: 'PERSON' });
  expect(doc.getMap('placements').toJSON()[KEY('other')]).toEqual({ ...place, signatoryId: KEY('signer') });
  expect(doc.getMap('copies').toJSON()[KEY('copy')]).toEqual({ ...PERSON, copyType: 'PERSON', position: 1 });
  removeRow(doc, 'signers', KEY('signer'));
  expect(doc.getMap('placements').size).toBe(0);
});

/** Each setting as no draft begins with it. */
const CHANGED: DraftTask = {
  taskName: '劳动合同',
  businessType: 'LABOR',
  businessTypeName: '劳动合同',
  scenario: 'HR',
  startTime: 1_800_000_000_000,
  endTime: 1_900_000_000_000,
  taskFileType: 'OFD',
  signFlow: 'FREE',
  orderState: 'ORDER',
  codeStatus: 'ENABLE',
  codeSide: 'LEFT',
  codeSize: 20,
  watermarkState: 'ENABLE',
  examineProcessId: 'flow1',
  contractAmount: 120_000_00,
  batch: true,
  registeredOnly: true,
  documentsRequired: true,
  reminderState: 'OWN',
  remindAfterDays: 7,
  remindEveryDays: 2,
  remindTimes: 5,
  quietFrom: 20,
  quietTo: 10,
  watermarkText: '仅供存档',
  watermarkFontSize: 24,
  watermarkAngle: -30,
  watermarkOpacity: 40,
};

it('every setting of a draft reaches the plan and its repetition, but times, amount and batch', () => {
  for (const key of Object.keys(EMPTY_TASK) as (keyof DraftTask)[])
    expect(CHANGED[key], key).not.toEqual(EMPTY_TASK[key]);
  const doc = new Y.Doc();
  setTask(doc, CHANGED);
  const plan = draftToPlan(KEY('draft'), readDraft(doc));
  expect(plan).toMatchObject({ startTime: CHANGED.startTime, endTime: CHANGED.endTime });
  const again = new Y.Doc();
  fillDraft(again, plan, []);
  expect(readDraft(again).task).toEqual({
    ...CHANGED,
    startTime: null,
    endTime: null,
    contractAmount: null,
    batch: false,
    registeredOnly: false,
    documentsRequired: false,
  });
});

it('moves a file before or after another, also among those added at once under one number', () => {
  const doc = new Y.Doc();
  const names = () => readDraft(doc).documents.map(({ documentId }) => documentId[0]);
  for (const [name, position] of [
    ['a', 1],
    ['b', 2],
    ['c', 2],
    ['d', 3],
  ] as const)
    putRow(doc, 'documents', KEY(name), { fileName: `${name}.pdf`, position });
  expect(names()).toEqual(['a', 'b', 'c', 'd']);
  moveRow(doc, 'documents', KEY('d'), { beside: KEY('a'), as: 'BEFORE' });
  expect(names()).toEqual(['d', 'a', 'b', 'c']);
  moveRow(doc, 'documents', KEY('a'), { beside: KEY('b'), as: 'AFTER' });
  expect(names()).toEqual(['d', 'b', 'a', 'c']);
  moveRow(doc, 'documents', KEY('d'), { beside: KEY('c'), as: 'AFTER' });
  expect(names()).toEqual(['b', 'a', 'c', 'd']);
  moveRow(doc, 'documents', KEY('d'), { beside: KEY('d'), as: 'AFTER' });
  moveRow(doc, 'documents', KEY('gone'), { beside: KEY('a'), as: 'AFTER' });
  expect(names()).toEqual(['b', 'a', 'c', 'd']);
});

it('a contract with an employee needs an individual who signs', () => {
  const doc = filled();
  const problems = () =>
    checkParties(draftToPlan(KEY('draft'), readDraft(doc)), STANDARD_LIMITS).map(({ problem }) => problem);
  removeRow(doc, 'copies', KEY('copy'));
  setTask(doc, { scenario: 'HR' });
  expect(problems()).toEqual([]);
  putRow(doc, 'signers', KEY('signer'), { type: 'ENTERPRISE', entName: '甲公司' });
  expect(problems()).toEqual(['personNeeded']);
  setTask(doc, { scenario: 'ENT' });
  expect(problems()).toEqual([]);
});
