import { and, eq, isNull } from 'drizzle-orm';
import { fromBase64 } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { next } from '#core/machine.ts';
import { toPem } from '#core/pki/certificate/pem.ts';
import type { certifyUkey as call } from '#core/seal/certificate-calls.ts';
import { CERTIFICATE_MACHINE } from '#core/seal/states.ts';
import { certificate, enterprise, sealUkey } from '#db/schema/index.ts';
import { judgeSecondProof } from '#edge/identity/judge-second-proof.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { certifyKey, openAuthority } from '#edge/pki/authority.ts';
import { judgeAttestation } from '#edge/pki/judge-attestation.ts';
import { readKeyRequest } from '#edge/pki/read-key-request.ts';
import { certificateStateOf, readSealToManage } from '#edge/seal/access.ts';
import { changeSeal, operatorOf, recordOf } from '#edge/seal/change-seal.ts';
import { tellKeepers } from '#edge/seal/tell-keepers.ts';
import { isAllowed, notTooMany } from '#edge/seal/ukeys.ts';
import { checkOwner } from './seal-certificate.ts';

/**
 * Issues a certificate of a seal for the key of a UKey ([2.19a]): the request must be signed with that key. From then on
 * the UKey may use the seal, and the seal's managers are notified. A seal without a certificate gets this one and can
 * then be used with the UKey only.
 */
export async function certifyUkey(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  await checkOwner(context);
  const { spki, family } = await readKeyRequest(input.request);
  const attestedBy = await judgeAttestation(context, spki, input.attestation);
  const proofs = await judgeSecondProof(context, input.proof);
  const { issuing, root } = await openAuthority(context, family);
  return withRetry(async () => {
    const { db, actor, now } = context;
    const view = await readSealToManage(context, input.stampId);
    const known = await isAllowed(context, view.row, input.serial);
    const [owner] = await db
      .select({ name: enterprise.name })
      .from(enterprise)
      .where(eq(enterprise.id, actor.entId));
    const organization = owner?.name ?? actor.entName;
    const commonName = `${organization} ${view.row.name}`.slice(0, 64);
    const subject = { ownerKey: view.row.ownerKey, purpose: 'SEAL' as const, organization, commonName };
    const issued = await certifyKey(context, subject, spki, family);
    const [before] = await db
      .select({ id: sealUkey.certificateId })
      .from(sealUkey)
      .where(and(eq(sealUkey.sealId, view.row.id), eq(sealUkey.serial, input.serial)));
    const old = before?.id ?? null;
    const operator = operatorOf(context);
    const messages = await tellKeepers(context, view.row, input.serial);
    const state = certificateStateOf(view, now);
    const applied = state === 'APPLYING' ? state : next(CERTIFICATE_MACHINE, state, 'apply');
    const first = applied === null ? null : next(CERTIFICATE_MACHINE, applied, 'issue');
    await changeSeal(
      context,
      view.row,
      {
        ...(first === null ? {} : { certificateStatus: first }),
        // The seal's own certificate was the one in this UKey: the new one replaces it.
        ...(first !== null || (old !== null && old === view.row.certificateId)
          ? { certificateId: issued.id }
          : {}),
      },
      [
        db.insert(certificate).values({ ...issued, attestedBy }),
        ...replaceCertificate(context, { sealId: view.row.id, serial: input.serial, old, issued: issued.id }),
        ...(known
          ? []
          : [
              recordOf(context, view.row.id, 'UKEY_ALLOWED', operator, { remark: input.serial }),
              ...notTooMany(context, view.row),
            ]),
        recordOf(context, view.row.id, 'CERTIFICATE_ISSUED', operator, {
          remark: `${input.serial} · ${issued.serial}`,
        }),
        ...messages,
      ],
      proofs,
    );
    const chain = [fromBase64(issued.der), issuing.der, root.der];
    return {
      certificates: chain.map((der) => toPem('CERTIFICATE', der)),
      certificateNotAfter: issued.notAfter,
    };
  });
}

/** Gives the UKey of a seal its new certificate, and revokes the one that it had. */
const replaceCertificate = (
  { actor, db, now }: SignedInContext,
  { sealId, serial, old, issued }: { sealId: string; serial: string; old: string | null; issued: string },
): Statement[] => [
  ...(old === null
    ? []
    : [
        db
          .update(certificate)
          .set({ revokedAt: now, revocationReason: 'superseded' })
          .where(and(eq(certificate.id, old), isNull(certificate.revokedAt))),
      ]),
  db
    .insert(sealUkey)
    .values({ sealId, serial, certificateId: issued, createdBy: actor.accountId, createdAt: now })
    .onConflictDoUpdate({ target: [sealUkey.sealId, sealUkey.serial], set: { certificateId: issued } }),
];
