import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sendTask } from '#core/task/calls.ts';
import { findFiles, uploadFile } from '#core/task/draft-calls.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  enterpriseSigner,
  newKey,
  taskToSend,
  twoPages,
} from '#tests/fixtures/contracts.ts';
import { sha256Hex } from '#tests/fixtures/sha256.ts';
import { product } from '#tests/product.ts';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

async function encrypted(): Promise<Uint8Array<ArrayBuffer>> {
  const folder = mkdtempSync(join(tmpdir(), 'signet-enc-'));
  try {
    writeFileSync(join(folder, 'in.pdf'), await twoPages());
    execFileSync('qpdf', [
      '--encrypt',
      'user',
      'owner',
      '256',
      '--',
      join(folder, 'in.pdf'),
      join(folder, 'out.pdf'),
    ]);
    return new Uint8Array(readFileSync(join(folder, 'out.pdf')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const upload = async (body: Uint8Array<ArrayBuffer>, fileKey?: string) => {
  const client = await companyA();
  const input = { fileKey: fileKey ?? (await sha256Hex(body)), fileType: 'PDF', body };
  const answer = await client.envelope(uploadFile, input);
  const { found } = await client.call(findFiles, { fileKeys: [input.fileKey] });
  return { code: answer.code, message: answer.message, found };
};

describe('a file that cannot be signed is refused with what to do, and nothing is kept of it', () => {
  it.each([
    ['empty', async () => new Uint8Array(0), 460000],
    ['a renamed picture', async () => PNG, 460001],
    [
      'cut in the middle of its content',
      async () => new Uint8Array((await twoPages()).slice(0, 900)),
      460002,
    ],
    ['encrypted', encrypted, 460003],
  ] as const)('%s', async (_name, make, code) => {
    const answer = await upload(await make());
    expect(answer.code).toBe(code);
    expect(answer.message).toMatch(/。$/);
    expect(answer.found).toEqual([]);
  });

  it('larger than the limit', async () => {
    const answer = await upload(new Uint8Array(50 * 1024 * 1024 + 1));
    expect(answer.code).toBe(460004);
    expect(answer.found).toEqual([]);
  });

  it('other bytes than were announced, as when an upload was cut', async () => {
    const whole = await twoPages();
    const cut = new Uint8Array(whole.slice(0, whole.length - 100));
    const answer = await upload(cut, await sha256Hex(whole));
    expect(answer.code).toBe(409009);
    // Sent again, whole, it arrives.
    expect((await upload(whole)).code).toBe(200);
  });
});

/** What an upload is answered whose body is written to the connection as it is. */
async function uploadRaw(
  fileKey: string,
  headers: string,
  body: Uint8Array,
  hangUp: boolean,
): Promise<string> {
  const { accessToken } = (await companyA()).session!;
  const socket = connect(Number(new URL(product().baseUrl).port), '127.0.0.1');
  let said = '';
  socket.on('data', (data) => {
    said += data;
  });
  const path = `/ecapi/docmanager/assemble/file/${fileKey}`;
  const fixed = `Host: localhost\r\nX-Token: ${accessToken}\r\nConnection: close\r\n`;
  socket.write(`PUT ${path} HTTP/1.1\r\n${fixed}${headers}\r\n\r\n`);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  // a connection that is reset is closed, too
  socket.on('error', () => undefined);
  if (hangUp) socket.end(body);
  else socket.write(body);
  await closed;
  return said;
}

describe('an upload that breaks off', () => {
  it.each([
    ['by the end of the connection', 'Content-Length: 90000', true],
    ['in a part of unknown length', 'Transfer-Encoding: chunked', true],
    ['by a length that is too small', 'Content-Length: 600', false],
  ])('%s is told so, leaves no half file, and restarts', async (_how, headers, hangUp) => {
    const client = await companyA();
    const whole = new Uint8Array([...(await twoPages()), ...new TextEncoder().encode(`\n%${newKey()}\n`)]);
    const fileKey = await sha256Hex(whole);
    const said = await uploadRaw(fileKey, headers, whole.slice(0, 600), hangUp);
    // whoever has hung up may be gone before the answer comes
    if (!hangUp || said !== '') expect(said).toContain('"code":409009');
    expect((await client.call(findFiles, { fileKeys: [fileKey] })).found).toEqual([]);
    const plan = await taskToSend(client, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
    const [document] = plan.planSendDocumentVOList;
    const early = { ...plan, planSendDocumentVOList: [{ ...document!, fileKey }] };
    expect((await client.envelope(sendTask, early)).code).toBe(409007);
    expect(await client.upload(whole)).toBe(fileKey);
    expect((await client.envelope(sendTask, early)).code).toBe(200);
  });
});

describe('a plan that is not complete names each wrong field', () => {
  const problemsOf = async (change: Record<string, unknown>) => {
    const client = await companyA();
    const plan = await taskToSend(client, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
    const answer = await client.envelope(sendTask, { ...plan, ...change });
    expect(answer.code).toBe(400000);
    return answer.fields!;
  };

  it('[5.11a] name, business type and file are required', async () => {
    expect(await problemsOf({ taskName: '', businessType: '' })).toEqual(
      expect.arrayContaining([
        { path: 'taskName', problem: 'taskNameRequired' },
        { path: 'businessType', problem: 'businessTypeRequired' },
      ]),
    );
    expect(await problemsOf({ planSendDocumentVOList: [], placementList: [] })).toContainEqual({
      path: 'planSendDocumentVOList',
      problem: 'documentRequired',
    });
  });

  it('[5.11b] the deadline is not before the start, nor in the past', async () => {
    const now = Date.now();
    expect(await problemsOf({ startTime: now + 86_400_000, endTime: now + 3_600_000 })).toContainEqual({
      path: 'endTime',
      problem: 'endBeforeStart',
    });
    for (const past of [{ endTime: now - 1000 }, { startTime: now - 7_200_000, endTime: now - 3_600_000 }])
      expect(await problemsOf(past)).toContainEqual({ path: 'endTime', problem: 'endInPast' });
  });

  it('[5.11e] a watermark needs its text', async () => {
    expect(
      await problemsOf({ watermarkState: 'ENABLE', watermark: { type: 'txt', text: '' } }),
    ).toContainEqual({
      path: 'watermark.text',
      problem: 'watermarkTextRequired',
    });
  });

  it('[5.11h] signers and copy parties are not repeated', async () => {
    const twice = [enterpriseSigner(COMPANY_B, ADMIN_B), enterpriseSigner(COMPANY_B, ADMIN_B)];
    expect(await problemsOf({ planSendSignatoryOrderVOList: twice })).toContainEqual({
      path: 'planSendSignatoryOrderVOList.1.mobile',
      problem: 'signerRepeated',
    });
    const copy = {
      copyId: newKey(),
      copyType: 'ENTERPRISE',
      entId: COMPANY_B.id,
      userName: ADMIN_B.realName,
      mobile: ADMIN_B.mobile,
    };
    expect(await problemsOf({ ccList: [copy] })).toContainEqual({
      path: 'ccList.0.mobile',
      problem: 'copyRepeatsSigner',
    });
  });

  it('[5.11i] the order runs without a gap', async () => {
    const gap = [enterpriseSigner(COMPANY_B, ADMIN_B, 1), enterpriseSigner(COMPANY_A, ADMIN_B, 3)];
    expect(await problemsOf({ orderState: 'ORDER', planSendSignatoryOrderVOList: gap })).toContainEqual({
      path: 'planSendSignatoryOrderVOList',
      problem: 'orderNotContinuous',
    });
  });

  it('[5.11l] [5.11m] every signer has a seal position, and not a date alone', async () => {
    expect(await problemsOf({ placementList: [] })).toContainEqual({
      path: 'planSendSignatoryOrderVOList.0',
      problem: 'sealMissing',
    });
    const client = await companyA();
    const plan = await taskToSend(client, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
    const dated = {
      ...plan,
      placementList: plan.placementList.map((p) => ({ ...p, kind: 'SIGN_DATE' as const })),
    };
    expect((await client.envelope(sendTask, dated)).fields).toContainEqual({
      path: 'planSendSignatoryOrderVOList.0',
      problem: 'dateAlone',
    });
  });

  it('two entries with the same key are rejected before anything is created', async () => {
    const client = await companyA();
    const plan = await taskToSend(client, [
      enterpriseSigner(COMPANY_A, ADMIN_A),
      enterpriseSigner(COMPANY_B, ADMIN_B),
    ]);
    const copy = { copyId: newKey(), copyType: 'PERSON', userName: '抄送', mobile: '13900001111' };
    const [first, second] = plan.planSendSignatoryOrderVOList;
    const [document] = plan.planSendDocumentVOList;
    const [place, other] = plan.placementList;
    const repeated = {
      planSendDocumentVOList: [document, { ...document!, fileName: '另一份.pdf' }],
      planSendSignatoryOrderVOList: [first, { ...second!, signatoryId: first!.signatoryId }],
      placementList: [place, { ...other!, placementId: place!.placementId }],
      ccList: [copy, { ...copy, mobile: '13900001112' }],
    };
    for (const [list, key] of [
      ['planSendDocumentVOList', 'documentId'],
      ['planSendSignatoryOrderVOList', 'signatoryId'],
      ['placementList', 'placementId'],
      ['ccList', 'copyId'],
    ] as const) {
      const answer = await client.envelope(sendTask, { ...plan, [list]: repeated[list] });
      expect(answer.fields).toEqual([{ path: `${list}.1.${key}`, problem: 'repeated' }]);
    }
  });

  it('a place must be on every page that it is for, and lead forwards', async () => {
    const client = await companyA();
    const plan = await taskToSend(client, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
    const problems = async (change: Record<string, unknown>) =>
      (
        await client.envelope(sendTask, {
          ...plan,
          placementList: plan.placementList.map((p) => ({ ...p, ...change })),
        })
      ).fields;
    const at = (problem: string) => [{ path: 'placementList.0', problem }];
    expect(await problems({ x: -1 })).toEqual(at('placementOffPage'));
    expect(await problems({ y: 290 })).toEqual(at('placementOffPage'));
    expect(await problems({ x: 140, width: 80 })).toEqual(at('placementOffPage'));
    expect(await problems({ width: 499 })).toEqual(at('placeTooLarge'));
    expect(await problems({ page: 3 })).toEqual(at('pageUnknown'));
    expect(await problems({ toPage: 3 })).toEqual(at('pageUnknown'));
    expect(await problems({ page: 2, toPage: 1 })).toEqual(at('crossPageRange'));
    for (const wrong of [{ x: null }, { x: '15' }, { y: 1e300 }, { page: 0 }, { page: 1.5 }, { width: -42 }])
      expect(await problems(wrong)).toHaveLength(1);
  });

  it('[5.11n] a place found by keyword needs the word, which of them, and where beside it', async () => {
    const client = await companyA();
    const plan = await taskToSend(client, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
    const whole = { text: '甲方（盖章）', order: 'LAST', place: 'OVERLAP' };
    const placed = (keyword: object) => ({
      ...plan,
      placementList: plan.placementList.map((p) => ({ ...p, keyword: keyword as typeof p.keyword })),
    });
    const { text, order, place } = whole;
    for (const [name, keyword] of [
      ['text', { order, place }],
      ['text', { ...whole, text: '  ' }],
      ['order', { text, place }],
      ['order', { ...whole, order: 'SECOND' }],
      ['place', { text, order }],
      ['offsetX', { ...whole, offsetX: 501 }],
    ] as const)
      expect((await client.envelope(sendTask, placed(keyword))).fields?.map(({ path }) => path)).toEqual([
        `placementList.0.keyword.${name}`,
      ]);
    expect((await client.envelope(sendTask, placed(whole))).code).toBe(200);
  });

  it('[5.12a] [5.12b] [5.12c] a cross-page seal needs two pages and a range that runs forwards', async () => {
    const client = await companyA();
    const plan = await taskToSend(client, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
    const crossPage = (page: number, toPage: number) => ({
      ...plan,
      placementList: plan.placementList.map((p) => ({ ...p, kind: 'CROSS_PAGE' as const, page, toPage })),
    });
    expect((await client.envelope(sendTask, crossPage(2, 1))).fields).toContainEqual({
      path: 'placementList.0',
      problem: 'crossPageRange',
    });
    expect((await client.envelope(sendTask, crossPage(1, 1))).fields).toContainEqual({
      path: 'placementList.0',
      problem: 'crossPageTooFewPages',
    });
    expect((await client.envelope(sendTask, crossPage(1, 2))).code).toBe(200);
  });
});
