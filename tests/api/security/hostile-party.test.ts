import { describe, expect, it } from 'vitest';
import { downloadDocument, getTask, rejectTask, sendTask } from '#core/task/calls.ts';
import { firstBrokenLink } from '#core/task/trail.ts';
import type { ApiClient } from '#tests/client.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  enterpriseSigner,
  INDIVIDUAL,
  personSigner,
  sendBetweenCompanies,
  sign,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { counted } from '#tests/fixtures/counted.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';

/** Sends a contract whose file the sender called so, and what the other party's browser is told of it. */
async function sentAs(fileName: string) {
  const [a, b] = await Promise.all([signedIn(ADMIN_A, COMPANY_A), signedIn(ADMIN_B, COMPANY_B)]);
  const plan = await taskToSend(a, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
  plan.planSendDocumentVOList[0]!.fileName = fileName;
  const { planId: taskId } = await a.call(sendTask, plan);
  const response = await b.send(downloadDocument, { planId: taskId, fileIndex: 0, purpose: 'download' });
  const name = /filename\*=UTF-8''(\S+)$/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  await response.body?.cancel();
  return { type: response.headers.get('content-type'), name: decodeURIComponent(name ?? '') };
}

const download = (client: ApiClient, taskId: string) =>
  client.download(downloadDocument, { planId: taskId, fileIndex: 0, purpose: 'download' });

describe('a file that the other party named', () => {
  it.each([
    ['合同.html', '合同.html.pdf'],
    ['setup.exe', 'setup.exe.pdf'],
    ['../../.ssh/authorized_keys.PDF', '__.._.ssh_authorized_keys.PDF'],
    ['合同\'; filename="x.html".pdf', "合同'; filename=_x.html_.pdf"],
    ['half \ud83d of a character.pdf', 'half \ufffd of a character.pdf'],
  ])('%j is saved as what it is', async (given, kept) => {
    expect(await sentAs(given)).toEqual({ type: 'application/pdf', name: kept });
  });

  it.each(['合同\u202efdp.exe', 'a\r\nSet-Cookie: x=1\r\n.pdf', 'a\u2066b.pdf', 'a\tb.pdf', 'a\u2028b.pdf'])(
    '%j is no name: what nobody sees of it is refused, at its field',
    async (given) => {
      const a = await signedIn(ADMIN_A, COMPANY_A);
      const plan = await taskToSend(a, [personSigner(INDIVIDUAL)]);
      const [file] = plan.planSendDocumentVOList;
      const answer = await a.envelope(sendTask, {
        ...plan,
        planSendDocumentVOList: [{ ...file, fileName: given }],
      });
      expect(answer.fields).toEqual([
        { path: 'planSendDocumentVOList.0.fileName', problem: 'hiddenCharacters' },
      ]);
    },
  );
});

describe('the trail', () => {
  it('[4.1h] stays intact for any text in a reason', async () => {
    const [a, person] = await Promise.all([signedIn(ADMIN_A, COMPANY_A), signedIn(INDIVIDUAL)]);
    const { planId: taskId } = await a.call(sendTask, await taskToSend(a, [personSigner(INDIVIDUAL)]));
    for (const hidden of ['\u0000', '\u202e', '\r', '\t']) {
      const { fields } = await person.envelope(rejectTask, { planId: taskId, reason: `no ${hidden} way` });
      expect(fields, JSON.stringify(hidden)).toEqual([{ path: 'reason', problem: 'hiddenCharacters' }]);
    }
    const reason = 'no \ud800 way\nat all "],["';
    await person.call(rejectTask, { planId: taskId, reason });
    const entries = await trailEntries(a, taskId);
    expect(await firstBrokenLink(entries)).toBeNull();
    expect(entries.at(-1)).toMatchObject({ event: 'REFUSED', remark: reason.toWellFormed() });
    expect((await a.call(getTask, { planId: taskId })).rejectReason).toBe(reason.toWellFormed());
  });

  it('is not written to without end: endless downloads by a party keep nobody from signing', async () => {
    const [a, b] = await Promise.all([signedIn(ADMIN_A, COMPANY_A), signedIn(ADMIN_B, COMPANY_B)]);
    const taskId = await sendBetweenCompanies(a);
    const name = `download:${a.session!.userId}:${taskId}`;
    await counted(name, 60_000, 99);
    expect((await download(a, taskId)).fileName).toBe('采购合同.pdf');
    await counted(name, 60_000, 100);
    await expect(download(a, taskId)).rejects.toThrow(/429000/);
    await a.download(downloadDocument, { planId: taskId, fileIndex: 0, purpose: 'view' });
    // The limit is each one's own.
    await download(b, taskId);
    await sign(b, taskId);
    const entries = await trailEntries(a, taskId);
    expect(await firstBrokenLink(entries)).toBeNull();
  });
});
