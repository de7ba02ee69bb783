import type { OutputOf } from '#core/call.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import { getTask, getTrail, sendTask, signTask } from '#core/task/calls.ts';
import type { Plan } from '#core/task/plan.ts';
import { planToWire } from '#core/task/plan-wire.ts';
import { seenOf } from '#core/task/seen.ts';
import { DEMO, type DemoAccount } from '#db/seed/demo.ts';
import type { ApiClient } from './api-client.ts';

/** A random key in the wizard's format. */
export const newKey = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 20);

/** The enterprise that a demo account acts for, or null for one without. */
export const enterpriseOf = ({ enterprise }: Pick<DemoAccount, 'enterprise'>) =>
  DEMO.enterprises.find(({ id }) => id === enterprise) ?? null;

/** Who signs a demo contract: an account, or somebody without one, by an address. */
export type DemoSigner = Pick<DemoAccount, 'realName' | 'mobile' | 'enterprise'> & { email?: string };

/** A contract to send: an uploaded file, with a placement for each signer on its first page. */
export interface DemoContract {
  name: string;
  businessType: string;
  businessTypeName: string;
  fileKey: string;
  /** In the order of the placements, from the left: an enterprise's seal with the date below, or a signature. */
  signers: readonly DemoSigner[];
}

/** The plan of a contract, like the wizard's. */
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
      ...(account.email ? { email: account.email } : {}),
      signOrder: i + 1,
    })),
    placements: parties.flatMap(({ account, company, signerId }, i): Plan['placements'] => {
      const x = 30 + i * 90;
      if (!company)
        return [
          // Somebody without an account has no seal yet, and writes.
          account.email
            ? { ...place(signerId), kind: 'HANDWRITTEN' as const, x, y: 200, width: 36.5, height: 19 }
            : { ...place(signerId), kind: 'PERSON_SEAL' as const, x, y: 200, width: 18, height: 18 },
        ];
      return [
        { ...place(signerId), kind: 'ENT_SEAL' as const, x, y: 200, width: 42, height: 42 },
        { ...place(signerId), kind: 'SIGN_DATE' as const, x, y: 245, width: 40, height: 8 },
      ];
    }),
  };
}

/** Starts the task. */
export const sendContract = (client: ApiClient, contract: DemoContract): Promise<OutputOf<typeof sendTask>> =>
  client.call(sendTask, planToWire(planOf(contract)), { 'X-Request-Id': crypto.randomUUID() });

/** Signs a task as the client's current identity, with the demo data's contract seal and signing password. */
export async function signContract(client: ApiClient, taskId: string): Promise<OutputOf<typeof signTask>> {
  const task = await client.call(getTask, { planId: taskId });
  const mine = task.signerList.find((signer) => signer.mine);
  const seals = await client.call(listUsableSeals, {});
  const seal = seals.find(({ category, name }) => category === 'ENTERPRISE' && name.includes('合同'));
  if (!mine || !seal) throw new Error('this account has nothing to sign here, or no contract seal');
  const fillings = task.placements
    .filter(({ signerId, kind }) => signerId === mine.signerId && kind === 'ENT_SEAL')
    .map(({ placementId }) => ({ placementId, sealId: seal.sealId }));
  const password = await client.seal(DEMO.signPassword);
  return client.call(
    signTask,
    { planId: taskId, seen: seenOf(task.documents), consent: { method: 'PASSWORD', password }, fillings },
    { 'X-Request-Id': crypto.randomUUID() },
  );
}

/** Waits for the job that adds long-term validation data; without it the file is valid, too, but not for as long. */
export async function untilPreserved(client: ApiClient, taskId: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { entries } = await client.call(getTrail, { planId: taskId });
    if (entries.some(({ event }) => event === 'PRESERVED')) return;
    await new Promise((done) => setTimeout(done, 100));
  }
}
