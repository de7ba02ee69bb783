import { eq } from 'drizzle-orm';
import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { toHex } from '#core/bytes.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { footerCodeBox } from '#core/footer-code.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { downloadDocument, getTask, revokeTask, sendTask } from '#core/task/calls.ts';
import { readCode } from '#core/task/code-calls.ts';
import { document } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { contractOfd } from '#tests/fixtures/contract-ofd.ts';
import {
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  enterpriseSigner,
  newKey,
  sign,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { database } from '#tests/fixtures/people.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';
import { product } from '#tests/product.ts';
import { picture } from '#tests/unit/pdf/documents.ts';

const visitor = () => new ApiClient(product().baseUrl);
const codesOf = async (taskId: string) =>
  (
    await database()
      .select({ code: document.code })
      .from(document)
      .where(eq(document.taskId, taskId))
      .orderBy(document.position)
  ).map(({ code }) => code);
const digestOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

/** Modules of the code at the foot of a page of a PDF that differ from those of `text`. */
function wrongModules(
  file: Uint8Array<ArrayBuffer>,
  page: number,
  text: string,
  place: Parameters<typeof footerCodeBox>[1] = {},
): number {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const image = picture(file, page, 254);
  const paper = { widthMm: image.width / image.perMm, heightMm: image.height / image.perMm };
  const { x: left, y: top, width: mm } = footerCodeBox(paper, place);
  let wrong = 0;
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries()) {
      const px = Math.floor((left + ((x + 0.5) * mm) / size) * image.perMm);
      const py = Math.floor((top + ((y + 0.5) * mm) / size) * image.perMm);
      if (image.rgb[(py * image.width + px) * 3]! < 128 !== dark) wrong++;
    }
  return wrong;
}

it('a QR code at each page’s foot opens that file’s number, state, digest and time alone', async () => {
  const began = Date.now();
  const [a, b] = await Promise.all([companyA(), companyB()]);
  const plan = await taskToSend(a, [enterpriseSigner(COMPANY_B, ADMIN_B)], { codeStatus: 'ENABLE' });
  const [file] = plan.planSendDocumentVOList;
  const second = { ...file!, documentId: newKey(), fileName: '附件.pdf' };
  plan.planSendDocumentVOList.push(second);
  plan.placementList = plan.placementList.flatMap((p) => [
    p,
    { ...p, placementId: newKey(), documentId: second.documentId },
  ]);
  const { planId: taskId, number } = await a.call(sendTask, plan);
  const codes = await codesOf(taskId);
  expect(new Set(codes).size).toBe(2);
  for (const [fileIndex, code] of codes.entries()) {
    const { bytes } = await a.download(downloadDocument, { planId: taskId, fileIndex });
    for (const page of [0, 1])
      expect(wrongModules(bytes, page, `${product().baseUrl}/contract/code/${code}`)).toBe(0);
    expect(await visitor().call(readCode, { code: code! })).toEqual({
      number,
      state: 'PENDING',
      sha256: await digestOf(bytes),
      registeredAt: expect.any(Number),
      former: [],
    });
  }
  const sent = await Promise.all(
    codes.map(async (_, fileIndex) =>
      digestOf((await a.download(downloadDocument, { planId: taskId, fileIndex })).bytes),
    ),
  );
  await sign(b, taskId);
  await untilPreserved(a, taskId);
  const { documents } = await a.call(getTask, { planId: taskId });
  for (const [fileIndex, code] of codes.entries()) {
    const { former, registeredAt, ...newest } = await visitor().call(readCode, { code: code! });
    expect(registeredAt).toBeGreaterThan(began);
    expect(registeredAt).toBeLessThanOrEqual(Date.now());
    expect(newest).toEqual({ number, state: 'COMPLETED', sha256: documents[fileIndex]!.sha256 });
    // As it was sent, then as it was signed, then with what makes the signature last.
    expect(former[0]).toBe(sent[fileIndex]);
    expect(former).toHaveLength(documents[fileIndex]!.revision);
    expect(former).not.toContain(newest.sha256);
  }
  const other = codes[0]!.replace(/./, (c) => (c === 'A' ? 'B' : 'A'));
  expect((await visitor().envelope(readCode, { code: other })).code).toBe(ERROR_CODES.NOT_FOUND);
  expect((await visitor().envelope(readCode, { code: `${other}'` })).code).toBe(ERROR_CODES.INPUT_INVALID);
});

it('is also in an OFD; without it a file has no code, and a withdrawn task says so', async () => {
  const a = await companyA();
  const plan = await taskToSend(a, [enterpriseSigner(COMPANY_B, ADMIN_B)], {
    taskFileType: 'OFD',
    codeStatus: 'ENABLE',
  });
  const fileKey = await a.upload(contractOfd(COMPANY_A.name, COMPANY_B.name), 'OFD');
  plan.planSendDocumentVOList = [{ ...plan.planSendDocumentVOList[0]!, fileName: '合同.ofd', fileKey }];
  const { planId: taskId } = await a.call(sendTask, plan);
  const [code] = await codesOf(taskId);
  const { bytes } = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
  const { svg } = renderPage(openDocument(openOfd(bytes)), 0);
  const { data } = encode(`${product().baseUrl}/contract/code/${code}`, { ecc: 'M', border: 4 });
  const runs = data.flatMap((row) => row.filter((dark, x) => dark && !row[x - 1])).length;
  expect(svg.split('<path').some((path) => path.split('M').length - 1 === runs)).toBe(true);
  await a.call(revokeTask, { planId: taskId, reason: '重发' });
  expect((await visitor().call(readCode, { code: code! })).state).toBe('WITHDRAWN');

  const { planId: without } = await a.call(
    sendTask,
    await taskToSend(a, [enterpriseSigner(COMPANY_B, ADMIN_B)]),
  );
  expect(await codesOf(without)).toEqual([null]);
});

it('[5.11f] a chosen code stands where and as large as the sender says, and not without a size', async () => {
  const a = await companyA();
  const sending = (footerCode: object | undefined) =>
    taskToSend(a, [enterpriseSigner(COMPANY_B, ADMIN_B)], {
      codeStatus: 'ENABLE',
      ...(footerCode ? { footerCode: footerCode as { side: 'LEFT'; size: number } } : {}),
    });
  for (const side of ['LEFT', 'CENTER', 'RIGHT'] as const) {
    const { planId: taskId } = await a.call(sendTask, await sending({ side, size: 22 }));
    const [code] = await codesOf(taskId);
    const { bytes } = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
    const text = `${product().baseUrl}/contract/code/${code}`;
    for (const page of [0, 1]) expect(wrongModules(bytes, page, text, { side, size: 22 }), side).toBe(0);
    expect(wrongModules(bytes, 0, text, { side, size: 15 })).toBeGreaterThan(0);
  }
  for (const wrong of [
    { side: 'LEFT' },
    { side: 'TOP', size: 15 },
    { side: 'LEFT', size: 0 },
    { side: 'LEFT', size: 31 },
    {},
  ])
    expect((await a.envelope(sendTask, await sending(wrong))).code, JSON.stringify(wrong)).toBe(
      ERROR_CODES.INPUT_INVALID,
    );
});
