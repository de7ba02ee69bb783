import { eq, inArray } from 'drizzle-orm';
import { fromBase64 } from '#core/bytes.ts';
import { CA_ANSWERS, type CaAnswerState } from '#core/certificate/states.ts';
import { setting } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { certifyKey, openAuthority } from './authority.ts';
import type { Application, CaAnswer, CertificateAuthority } from './certificate-authority.ts';

/** The product's own authority, which issues at once. */
export function embeddedCa(context: Context): CertificateAuthority {
  return {
    takesApplicant: true,
    async enroll(application): Promise<CaAnswer> {
      const { ownerKey, organization, commonName, spki } = application;
      const said = await simulatedAnswer(context, application);
      if (said !== 'ISSUED') return { state: said, reason: SAID[said] };
      const { issuing, root } = await openAuthority(context, 'RSA');
      const row = await certifyKey(
        context,
        { ownerKey, purpose: 'SEAL', organization, commonName },
        spki,
        'RSA',
      );
      return { state: 'ISSUED', certificate: fromBase64(row.der), chain: [issuing.der, root.der] };
    },
  };
}

/** Settings that /sim writes: the answer to one order, and whose orders wait for a manual answer. */
export const answerKey = (orderId: string): string => `sim:ca:order:${orderId}`;
export const holdKey = (ownerKey: string): string => `sim:ca:hold:${ownerKey}`;

const SAID: Record<Exclude<CaAnswerState, 'ISSUED'>, string> = {
  PENDING: '',
  NOT_SCHEDULED: '机构暂未安排证书拉取时间',
  REJECTED: '申请资料与登记信息不一致',
  TERMINATED: '机构已终止与该单位的业务',
};

/** While /sim holds an enterprise's orders, none is issued before its applicant is submitted; then it is issued at once. */
async function simulatedAnswer(
  context: Context,
  { orderId, ownerKey, applicant }: Application,
): Promise<CaAnswerState> {
  if (context.env.SIGNET_MODE === 'pro') return 'ISSUED';
  const rows = await context.db
    .select()
    .from(setting)
    .where(inArray(setting.name, [answerKey(orderId), holdKey(ownerKey)]));
  const chosen = rows.find(({ name }) => name === answerKey(orderId))?.value;
  const answer = CA_ANSWERS.find((one) => one === chosen);
  const onHold = rows.some(({ name }) => name === holdKey(ownerKey));
  return answer ?? (onHold && applicant === null ? 'PENDING' : 'ISSUED');
}

/** Writes or removes such a setting. */
export async function simulate(context: Context, name: string, value: string | null): Promise<void> {
  if (value === null) await context.db.delete(setting).where(eq(setting.name, name));
  else
    await context.db
      .insert(setting)
      .values({ name, value, updatedAt: context.now })
      .onConflictDoUpdate({ target: setting.name, set: { value, updatedAt: context.now } });
}
