import { and, asc, eq, isNull } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import type { listUsableSeals as call } from '#core/task/calls.ts';
import { certificate, seal } from '#db/schema/index.ts';
import type { SignedInContext } from '../context.ts';
import { mayAs } from '../identity/check-access.ts';

/** Seals that the identity may sign with now: its own, enabled, with a certificate that is good ([6.3a], [8.14b,c]). */
export async function listUsableSeals(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { actor, db, now } = context;
  if (actor.entId !== '' && !mayAs(actor, ['SEAL_ADMIN', 'SEAL_OPERATOR', 'SIGN_OPERATOR', 'BUSINESS_ADMIN']))
    return [];
  const rows = await db
    .select({ seal, certificate })
    .from(seal)
    .innerJoin(certificate, eq(certificate.id, seal.certificateId))
    .where(and(eq(seal.ownerKey, actor.ownerKey), eq(seal.enabled, true), isNull(seal.deletedAt)))
    .orderBy(asc(seal.createdAt));
  return rows
    .filter(({ certificate: c }) => c.revokedAt === null && c.notBefore <= now && c.notAfter > now)
    .map(({ seal: s, certificate: c }) => ({
      sealId: s.id,
      name: s.name,
      category: s.category,
      widthMm: s.widthMm,
      heightMm: s.heightMm,
      drawing: s.drawing as OutputOf<typeof call>[number]['drawing'],
      certificate: { subject: c.subject, serial: c.serial, notAfter: c.notAfter },
    }));
}
