import type { InputOf, OutputOf } from '#core/call.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import { getTask, sendTask, signTask } from '#core/task/calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { DEMO, type DemoAccount } from '#db/seed/demo.ts';
import { contractPdf } from '#scripts/contract-pdf.ts';
import type { ApiClient } from '#tests/client.ts';

export const [COMPANY_A, COMPANY_B] = DEMO.enterprises as [
  (typeof DEMO.enterprises)[number],
  (typeof DEMO.enterprises)[number],
];
const account = (loginName: string): DemoAccount => DEMO.accounts.find((a) => a.loginName === loginName)!;

/** Who signs: the two demo companies by their administrators, the colleague of the first, or the individual. */
export type Party = 'jia' | 'yi' | 'bing' | 'jia2';

const random = () => crypto.randomUUID().replaceAll('-', '').slice(0, 20);

export type Sending = {
  name: string;
  parties: readonly Party[];
  /** One after the other, in the order given. */
  ordered?: boolean;
  copyTo?: Party;
  /** Epoch ms. */
  startTime?: number;
  /** Epoch ms. */
  endTime?: number;
  files?: number;
};

/** Sends a task as `client`: a place for each party on the first page of each file. */
export async function send(client: ApiClient, sending: Sending): Promise<{ planId: string; number: string }> {
  const { name, parties, ordered, copyTo, startTime, endTime, files = 1 } = sending;
  const fileKey = await client.upload(await contractPdf(COMPANY_A.name, COMPANY_B.name));
  const documents = Array.from({ length: files }, (_, i) => ({
    documentId: random(),
    fileName: files === 1 ? `${name}.pdf` : `${name} ${i + 1}.pdf`,
    fileKey,
  }));
  const signers = parties.map((party, i) => ({ ...partyOf(party), signatoryId: random(), signOrder: i + 1 }));
  return client.call(
    sendTask,
    {
      draftId: random(),
      taskName: name,
      businessType: 'PURCHASE',
      businessTypeName: '采购合同',
      orderState: ordered ? 'ORDER' : 'DISORDER',
      ...(startTime === undefined ? {} : { startTime }),
      ...(endTime === undefined ? {} : { endTime }),
      planSendDocumentVOList: documents,
      planSendSignatoryOrderVOList: signers,
      ccList: copyTo ? [copyOf(copyTo)] : [],
      placementList: documents.flatMap(({ documentId }) =>
        signers.map(({ signatoryId, signatoryType }, i) => ({
          placementId: random(),
          signatoryId,
          documentId,
          kind: signatoryType === 'PERSON' ? ('PERSON_SEAL' as const) : ('ENT_SEAL' as const),
          page: 1,
          x: 25 + 60 * i,
          y: 200,
          width: signatoryType === 'PERSON' ? 18 : 42,
          height: signatoryType === 'PERSON' ? 18 : 42,
        })),
      ),
    },
    { 'X-Request-Id': crypto.randomUUID() },
  );
}

function partyOf(party: Party) {
  const { realName, mobile, enterprise } = account(party);
  const ent = DEMO.enterprises.find((e) => e.id === enterprise);
  return ent
    ? {
        signatoryType: 'ENTERPRISE' as const,
        entId: ent.id,
        entName: ent.name,
        userName: realName,
        mobile,
      }
    : { signatoryType: 'PERSON' as const, userName: realName, mobile };
}

function copyOf(party: Party) {
  const { signatoryType, ...who } = partyOf(party);
  return { ...who, copyType: signatoryType, copyId: random() };
}

/** Signs as `client` with the first seal that fits each place. */
export async function sign(client: ApiClient, taskId: string): Promise<OutputOf<typeof signTask>> {
  const task = await client.call(getTask, { planId: taskId });
  const mine = task.signerList.find((s) => s.mine && s.status === 'SIGNING')!;
  const seals = await client.call(listUsableSeals, {});
  const fillings = task.placements
    .filter((p) => p.signerId === mine.signerId)
    .map(({ placementId, kind }) => ({
      placementId,
      sealId: seals.find((s) => (s.category === 'ENTERPRISE') === (kind === 'ENT_SEAL'))!.sealId,
    }));
  const input: InputOf<typeof signTask> = {
    planId: taskId,
    consent: { method: 'PASSWORD', password: await client.seal(DEMO.signPassword) },
    seen: seenOf(task.documents),
    fillings,
  };
  return client.call(signTask, input, { 'X-Request-Id': crypto.randomUUID() });
}
