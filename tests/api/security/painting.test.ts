import { describe, expect, it } from 'vitest';
import type { InputOf } from '#core/call.ts';
import { createQuickFiles, getQuickFiles, signQuickFiles } from '#core/quicksign/calls.ts';
import { getTask, sendTask, signTask } from '#core/task/calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  enterpriseSigner,
  INDIVIDUAL,
  newKey,
  personSigner,
  SIGNATURE,
  sign,
  taskToSend,
  twoPages,
} from '#tests/fixtures/contracts.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';

type SignInput = InputOf<typeof signTask>;
type Plan = InputOf<typeof sendTask>;
type QuickPlace = InputOf<typeof signQuickFiles>['placements'][number];
type AnyDrawing = { widthMm: number; heightMm: number; items: Record<string, unknown>[] };

/** A sheet of one colour, as large as its box. */
const sheet = (widthMm: number, heightMm: number, fill = '#ffffff'): AnyDrawing => {
  const path = [['M', 0, 0], ['L', widthMm, 0], ['L', widthMm, heightMm], ['L', 0, heightMm], ['Z']];
  return { widthMm, heightMm, items: [{ path, fill }] };
};
const line = (stroke: string, strokeWidthMm: number): AnyDrawing => ({
  ...SIGNATURE,
  items: [{ path: SIGNATURE.items[0]!.path, stroke, strokeWidthMm }],
});

const byPassword = async (client: ApiClient) =>
  ({ method: 'PASSWORD', password: await client.seal(DEMO.signPassword) }) as const;

/** Fills all places of whoever the client is with a drawing; the answer's code. */
async function paint(client: ApiClient, taskId: string, drawing: AnyDrawing): Promise<number> {
  const task = await client.call(getTask, { planId: taskId });
  const mine = task.signerList.find((s) => s.mine && s.status === 'SIGNING');
  const fillings = task.placements
    .filter((p) => p.signerId === mine?.signerId)
    .map(({ placementId }) => ({ placementId, drawing })) as unknown as SignInput['fillings'];
  return (
    await client.envelope(signTask, {
      planId: taskId,
      seen: seenOf(task.documents),
      consent: await byPassword(client),
      fillings,
    })
  ).code;
}

const CROSS_PAGE = { kind: 'CROSS_PAGE', x: 0, y: 100, toPage: 2, rule: 'CONSECUTIVE' } as const;

describe('the last signer', () => {
  it('gets no place over the clauses: one that is larger than a signature is not sent', async () => {
    const a = await signedIn(ADMIN_A, COMPANY_A);
    const plan = await taskToSend(a, [enterpriseSigner(COMPANY_A, ADMIN_A), personSigner(INDIVIDUAL)]);
    Object.assign(plan.placementList[1]!, { x: 20, y: 60, width: 170, height: 60 });
    const answer = await a.envelope(sendTask, plan);
    expect(answer.code).toBe(400000);
    expect(JSON.stringify(answer)).toContain('placeTooLarge');
  });

  it('paints with a pen alone: no fill, white or broad line, nothing larger than a signature', async () => {
    const [a, person] = await Promise.all([signedIn(ADMIN_A, COMPANY_A), signedIn(INDIVIDUAL)]);
    const plan = await taskToSend(a, [enterpriseSigner(COMPANY_A, ADMIN_A), personSigner(INDIVIDUAL)]);
    const { planId: taskId } = await a.call(sendTask, plan);
    await sign(a, taskId);
    for (const drawing of [
      sheet(36.5, 19),
      sheet(36.5, 19, '#1a1a1a'),
      sheet(170, 60),
      line('#ffffff', 0.8),
      line('#1a1a1a', 10),
      { ...SIGNATURE, items: SIGNATURE.items.map((item) => ({ ...item, fill: '#ffffff' })) },
      { ...SIGNATURE, widthMm: 170, heightMm: 60 },
    ])
      expect(await paint(person, taskId, drawing), JSON.stringify(drawing)).toBe(400000);
    await sign(person, taskId);
    expect((await a.call(getTask, { planId: taskId })).endReason).toBe('COMPLETED');
  });
});

describe('an enterprise', () => {
  it.each([
    ['a cross-page place', CROSS_PAGE],
    ['a place for a signature', { kind: 'HANDWRITTEN', width: 36.5, height: 19 }],
    ['a place for a personal seal', { kind: 'PERSON_SEAL', width: 20, height: 20 }],
    ['a place for its seal', { kind: 'ENT_SEAL' }],
  ] as const)('fills %s with a seal and no drawing', async (_what, place) => {
    const [a, b] = await Promise.all([signedIn(ADMIN_A, COMPANY_A), signedIn(ADMIN_B, COMPANY_B)]);
    const plan = await taskToSend(a, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
    const [first] = plan.placementList;
    // Each signer has a seal somewhere.
    plan.placementList = [first!, { ...first!, placementId: newKey(), y: 30, ...place }];
    const { planId: taskId } = await a.call(sendTask, plan);
    expect(await paint(b, taskId, SIGNATURE)).toBe(409021);
    expect((await b.call(getTask, { planId: taskId })).status).toBe('IN_PROGRESS');
  });

  it('fills no place of a quick sign with a drawing either', async () => {
    const a = await signedIn(ADMIN_A, COMPANY_A);
    const group = await quickGroup(a);
    const place = quickPlace(group.documents[0]!.documentId);
    for (const more of [{}, CROSS_PAGE, { kind: 'PERSON_SEAL', width: 20, height: 20 }] as const)
      expect(await quickly(a, group.id, { ...place, ...more }), JSON.stringify(more)).toBe(409021);
  });
});

describe('who signs quickly', () => {
  it('gets no larger place and no other pen than in a task', async () => {
    const person = await signedIn(INDIVIDUAL);
    const group = await quickGroup(person);
    const place = quickPlace(group.documents[0]!.documentId);
    const white = { drawing: sheet(36.5, 19) } as unknown as Partial<QuickPlace>;
    for (const more of [
      { x: 20, y: 60, width: 170, height: 60 },
      white,
      { ...CROSS_PAGE, width: 170, height: 170 },
    ])
      expect(await quickly(person, group.id, { ...place, ...more }), JSON.stringify(more)).toBe(400000);
    expect(await quickly(person, group.id, place)).toBe(200);
  });
});

async function quickGroup(client: ApiClient) {
  const fileKey = await client.upload(await twoPages());
  const { id } = await client.call(createQuickFiles, {
    taskName: `盖章函 ${newKey().slice(0, 6)}`,
    businessType: 'OTHER',
    businessTypeName: '其他',
    planSendDocumentVOList: [{ fileName: '盖章函', fileKey }],
  });
  return client.call(getQuickFiles, { id });
}

const quickPlace = (documentId: string): QuickPlace => ({
  placementId: newKey(),
  documentId,
  kind: 'HANDWRITTEN',
  page: 1,
  x: 30,
  y: 220,
  width: 36.5,
  height: 19,
  drawing: SIGNATURE,
});

const quickly = async (client: ApiClient, id: string, place: QuickPlace): Promise<number> =>
  (
    await client.envelope(signQuickFiles, {
      id,
      seen: seenOf((await client.call(getQuickFiles, { id })).documents),
      consent: await byPassword(client),
      placements: [place],
    })
  ).code;

describe('places over places', () => {
  it('are not sent: the refusal names file, page and parties; so too across pages and by keyword', async () => {
    const a = await signedIn(ADMIN_A, COMPANY_A);
    const overlapping = async (more: Partial<Plan['placementList'][number]>) => {
      const plan = await taskToSend(a, [enterpriseSigner(COMPANY_A, ADMIN_A), personSigner(INDIVIDUAL)]);
      const [first, second] = plan.placementList;
      plan.placementList = [first!, { ...second!, x: first!.x + 20, y: first!.y + 20, ...more }];
      return a.envelope(sendTask, plan);
    };
    const edge = { ...CROSS_PAGE, width: 42, height: 42, y: 190 };
    for (const more of [{}, { toPage: 2 }, { x: 15 + 42 - 1 }]) {
      const answer = await overlapping(more);
      expect(answer.code, JSON.stringify(more)).toBe(409020);
      expect(answer.message).toContain('采购合同');
      expect(answer.message).toContain('第 1 页');
      expect(answer.message).toContain(COMPANY_A.name);
      expect(answer.message).toContain(INDIVIDUAL.realName);
    }
    // Neighbours that touch are none, nor is a slice at the edge of the page beside a place in its middle.
    expect((await overlapping({ x: 15 + 42 })).code).toBe(200);
    expect((await overlapping(edge)).code).toBe(200);
    const keyword = {
      text: COMPANY_A.name,
      order: 'FIRST',
      place: 'OVERLAP',
      offsetX: 0,
      offsetY: 0,
    } as const;
    const plan = await taskToSend(a, [enterpriseSigner(COMPANY_A, ADMIN_A), personSigner(INDIVIDUAL)]);
    for (const place of plan.placementList) Object.assign(place, { keyword });
    expect((await a.envelope(sendTask, plan)).code).toBe(409020);
  });

  it('are not signed quickly', async () => {
    const person = await signedIn(INDIVIDUAL);
    const group = await quickGroup(person);
    const place = quickPlace(group.documents[0]!.documentId);
    const over = { ...place, placementId: newKey(), x: 40 };
    const input = {
      id: group.id,
      seen: seenOf(group.documents),
      consent: await byPassword(person),
      placements: [place, over],
    };
    expect((await person.envelope(signQuickFiles, input)).code).toBe(409020);
  });
});
