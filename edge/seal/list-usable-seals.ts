import { asc, inArray } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import type { listUsableSeals as call } from '#core/seal/usable-calls.ts';
import { seal } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { drawingOf } from './seal-row.ts';
import { ownersOf, problemOf, readOwnSeals } from './use-seals.ts';

/** Seals that the identity can sign with now: enabled, authorized, with a valid certificate ([6.3a], [8.14b,c]). */
export async function listUsableSeals(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const own = inArray(seal.ownerKey, ownersOf(context.actor));
  const views = await readOwnSeals(context, own, asc(seal.createdAt));
  return views
    .filter((view) => problemOf(view, context) === null)
    .flatMap(({ row, certificate }) =>
      certificate
        ? {
            sealId: row.id,
            name: row.name,
            category: row.category,
            widthMm: row.widthMm,
            heightMm: row.heightMm,
            drawing: drawingOf(row),
            certificate: {
              subject: certificate.subject,
              serial: certificate.serial,
              notAfter: certificate.notAfter,
            },
            // Keys on a UKey sign through the agent.
            onUkey: certificate.keyId === null,
          }
        : [],
    );
}
