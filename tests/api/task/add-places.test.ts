import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getSealUses } from '#core/approval/seal-calls.ts';
import type { InputOf } from '#core/call.ts';
import { downloadDocument, getTask, rejectTask, sendTask } from '#core/task/calls.ts';
import { addPlaces } from '#core/task/change-calls.ts';
import { readCode } from '#core/task/code-calls.ts';
import { copyTask } from '#core/task/partner-calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { firstBrokenLink } from '#core/task/trail.ts';
import { document } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { decideAs, enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';
import { contractOfd } from '#tests/fixtures/contract-ofd.ts';
import {
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  enterpriseSigner,
  newKey,
  sendBetweenCompanies,
  sign,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { database } from '#tests/fixtures/people.ts';
import { askFor, askForApproval, grantTo, sealingFirm, toStamp } from '#tests/fixtures/seal-uses.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';
import { product } from '#tests/product.ts';

type Place = InputOf<typeof addPlaces>['placements'][number];

/** A day for the signer at this index, on the last page unless told otherwise. */
async function dateFor(client: ApiClient, taskId: string, index: number, change: Partial<Place> = {}) {
  const { documents, signerList } = await client.call(getTask, { planId: taskId });
  const place: Place = {
    placementId: newKey(),
    signerId: signerList[index]!.signerId,
    documentId: documents[0]!.documentId,
    kind: 'SIGN_DATE',
    page: 2,
    x: 20 + 60 * index,
    y: 40,
    width: 40,
    height: 8,
    ...change,
  };
  return { planId: taskId, seen: seenOf(documents), placements: [place] };
}

describe('places that are added to a task that was sent', () => {
  it('[2.6] are signed with those it was sent with, in one signature a signer over the file', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const taskId = await sendBetweenCompanies(a, { codeStatus: 'ENABLE' });
    const before = await a.call(getTask, { planId: taskId });
    expect(before.actions).toContain('addPlaces');
    await a.call(addPlaces, await dateFor(a, taskId, 0), once());
    await a.call(addPlaces, await dateFor(a, taskId, 1), once());
    const after = await a.call(getTask, { planId: taskId });
    expect(after.placements).toHaveLength(4);
    expect(after.placements.filter(({ page }) => page === 2).map(({ kind }) => kind)).toEqual([
      'SIGN_DATE',
      'SIGN_DATE',
    ]);
    expect(after.documents[0]!.sha256).not.toBe(before.documents[0]!.sha256);
    const entries = await trailEntries(b, taskId);
    const lines = entries.filter(({ event }) => event === 'PLACES_ADDED');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({
      agent: COMPANY_A.name,
      evidence: { 'document 1': after.documents[0]!.sha256 },
    });
    expect(await firstBrokenLink(entries)).toBeNull();
    // What is sent again has the added places, too.
    expect((await a.call(copyTask, { planId: taskId })).plan.placementList).toHaveLength(4);
    // The code at the foot leads where it did.
    const [row] = await database()
      .select({ code: document.code })
      .from(document)
      .where(eq(document.taskId, taskId));
    expect((await new ApiClient(product().baseUrl).call(readCode, { code: row!.code! })).sha256).toBe(
      after.documents[0]!.sha256,
    );
    await sign(a, taskId);
    await sign(b, taskId);
    expect((await a.call(getTask, { planId: taskId })).endReason).toBe('COMPLETED');
    await untilPreserved(a, taskId);
    const { bytes } = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
    expect(judge(bytes)).toEqual({ signatures: 2, valid: 2, wholeFile: 1, clean: true });
  });

  it('are signed in an OFD, too', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const plan = await taskToSend(a, [enterpriseSigner(COMPANY_B, ADMIN_B)], { taskFileType: 'OFD' });
    const fileKey = await a.upload(contractOfd(COMPANY_A.name, COMPANY_B.name), 'OFD');
    plan.planSendDocumentVOList = [{ ...plan.planSendDocumentVOList[0]!, fileName: '采购合同.ofd', fileKey }];
    const { planId: taskId } = await a.call(sendTask, plan, once());
    await a.call(addPlaces, await dateFor(a, taskId, 0), once());
    expect(await sign(b, taskId)).toMatchObject({ endReason: 'COMPLETED' });
  });

  it('can be added by the sender alone, to what they were shown, before anybody has signed', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const taskId = await sendBetweenCompanies(a);
    const stale = await dateFor(a, taskId, 0);
    expect(await refusal(b, addPlaces, stale)).toBe('NO_PERMISSION');
    expect((await b.call(getTask, { planId: taskId })).actions).not.toContain('addPlaces');
    await a.call(addPlaces, await dateFor(a, taskId, 1), once());
    expect(await refusal(a, addPlaces, stale)).toBe('REVISION_CHANGED');
    expect(await refusal(a, addPlaces, await dateFor(a, taskId, 0, { signerId: newKey() }))).toBe(
      'NOT_FOUND',
    );
    await sign(b, taskId);
    expect(await refusal(a, addPlaces, await dateFor(a, taskId, 0))).toBe('PLACES_SIGNED');
    expect((await a.call(getTask, { planId: taskId })).actions).not.toContain('addPlaces');
    const over = await sendBetweenCompanies(a);
    await b.call(rejectTask, { planId: over, reason: '不签' });
    expect(await refusal(a, addPlaces, await dateFor(a, over, 0))).toBe('TASK_CLOSED');
  });

  it('keep the rules of the wizard: on the page, in true size, over no other place', async () => {
    const a = await companyA();
    const taskId = await sendBetweenCompanies(a);
    const { placements } = await a.call(getTask, { planId: taskId });
    const over = { page: 1, x: placements[0]!.x, y: placements[0]!.y };
    expect(await refusal(a, addPlaces, await dateFor(a, taskId, 1, over))).toBe('PLACES_OVERLAP');
    for (const wrong of [{ page: 3 }, { x: 200 }, { width: 90 }])
      expect(await refusal(a, addPlaces, await dateFor(a, taskId, 0, wrong))).toBe('INPUT_INVALID');
    expect((await a.call(getTask, { planId: taskId })).placements).toHaveLength(placements.length);
  });

  it('are not added to a contract that was approved as it was, nor while it waits for that', async () => {
    const world = await firm(1);
    await enableFlow(world.admin, flowOf([node([world.approverPeople[0]!.id])]));
    const { planId: taskId } = await world.sender.call(sendTask, await planOf(world), once());
    expect(await refusal(world.sender, addPlaces, await dateFor(world.sender, taskId, 0))).toBe(
      'TASK_REVIEWING',
    );
    await decideAs(world.approvers[0]!, taskId, 'PASS');
    expect(await refusal(world.sender, addPlaces, await dateFor(world.sender, taskId, 0))).toBe(
      'PLACES_APPROVED',
    );
    expect((await world.sender.call(getTask, { planId: taskId })).actions).not.toContain('addPlaces');
  });

  it('end what was requested or approved for former placements: a seal must be asked again', async () => {
    const house = await sealingFirm();
    await grantTo(house.admin, house.stampId, [house.boss, house.operator.person]);
    await askForApproval(house.admin, house.stampId);
    const { client } = house.operator;
    const taskId = await toStamp(house);
    await askFor(house, taskId);
    await client.call(addPlaces, await dateFor(client, taskId, 0), once());
    expect((await client.call(getSealUses, { planId: taskId })).use?.state).toBe('LAPSED');
  });
});
