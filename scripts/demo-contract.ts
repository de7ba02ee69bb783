import type { OutputOf } from '#core/call.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import { getPlan, getTrail, sendPlan, signPlan } from '#core/task/calls.ts';
import type { Plan } from '#core/task/plan.ts';
import { planToWire } from '#core/task/plan-wire.ts';
import { seenOf } from '#core/task/seen.ts';
import { DEMO, type DemoAccount } from '#db/seed/demo.ts';
import type { ApiClient } from './api-client.ts';

/** A key as the wizard makes them. */
export const newKey = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 20);

/** The enterprise that a demo account acts for, or null for one without. */
export const enterpriseOf = ({ enterprise }: DemoAccount) =>
  DEMO.enterprises.find(({ id }) => id === enterprise) ?? null;

/** What is sent: a file that is uploaded already, with a place to sign for each signer on its first page. */
export interface DemoContract {
  name: string;
  businessType: string;
  businessTypeName: string;
  fileKey: string;
  /** In the order of the places, from the left: an enterprise's seal with the date below, or a signature. */
  signers: readonly DemoAccount[];
}

/** The plan of a contract, as the wizard sends it. */
export function planOf({ name, businessType, businessTypeName, fileKey, signers }: DemoContract): Plan {
  const documentId = newKey();
  const parties = signers.map((account) => ({
    account,
    company: enterpriseOf(account),
    signerId: newKey(),
  }));
  const place = (signerId: string) => ({ placementId: newKey(), signerId, documentId, page: 1 });
  return {
    draftId: newKey(),
    taskName: name,
    businessType,
    businessTypeName,
    scenario: 'ENT',
    attachments: [],
    taskFileType: 'PDF',
    signFlow: 'SPECIFIED',
    orderState: 'DISORDER',
    codeStatus: 'DISABLE',
    watermarkState: 'DISABLE',
    copies: [],
    documents: [{ documentId, fileName: `${name}.pdf`, fileKey }],
    signers: parties.map(({ account, company, signerId }, i) => ({
      signerId,
      type: company ? 'ENTERPRISE' : 'PERSON',
      ...(company ? { entId: company.id, entName: company.name } : {}),
      userName: account.realName,
      mobile: account.mobile,
      signOrder: i + 1,
    })),
    placements: parties.flatMap(({ company, signerId }, i): Plan['placements'] => {
      const x = 30 + i * 90;
      if (!company)
        return [{ ...place(signerId), kind: 'PERSON_SEAL' as const, x, y: 200, width: 18, height: 18 }];
      return [
        { ...place(signerId), kind: 'ENT_SEAL' as const, x, y: 200, width: 42, height: 42 },
        { ...place(signerId), kind: 'SIGN_DATE' as const, x, y: 245, width: 40, height: 8 },
      ];
    }),
  };
}

/** Starts the task. */
export const sendContract = (client: ApiClient, contract: DemoContract): Promise<OutputOf<typeof sendPlan>> =>
  client.call(sendPlan, planToWire(planOf(contract)), { 'X-Request-Id': crypto.randomUUID() });

/** Signs a task for whoever the client acts for, with the contract seal and the signing password of the demo data. */
export async function signContract(client: ApiClient, planId: string): Promise<OutputOf<typeof signPlan>> {
  const task = await client.call(getPlan, { planId });
  const mine = task.signerList.find((signer) => signer.mine);
  const seals = await client.call(listUsableSeals, {});
  const seal = seals.find(({ category, name }) => category === 'ENTERPRISE' && name.includes('合同'));
  if (!mine || !seal) throw new Error('this account has nothing to sign here, or no contract seal');
  const fillings = task.placements
    .filter(({ signerId, kind }) => signerId === mine.signerId && kind === 'ENT_SEAL')
    .map(({ placementId }) => ({ placementId, sealId: seal.sealId }));
  const password = await client.seal(DEMO.signPassword);
  return client.call(
    signPlan,
    { planId, seen: seenOf(task.documents), consent: { method: 'PASSWORD', password }, fillings },
    { 'X-Request-Id': crypto.randomUUID() },
  );
}

/** Waits for the job that makes the signatures last; without it the file is good too, only not for as long. */
export async function untilPreserved(client: ApiClient, planId: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { entries } = await client.call(getTrail, { planId });
    if (entries.some(({ event }) => event === 'PRESERVED')) return;
    await new Promise((done) => setTimeout(done, 100));
  }
}
