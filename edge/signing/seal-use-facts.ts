import { and, asc, inArray, isNull } from 'drizzle-orm';
import type { SealUseFacts } from '#core/approval/seal-use.ts';
import { sha256Hex } from '#core/sha256.ts';
import { documentRevision } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { DocumentRow, PlacementRow } from './rows.ts';

type SealUseRequest = Pick<
  SealUseFacts,
  'taskId' | 'signerId' | 'operator' | 'byHolder' | 'reason' | 'seals'
>;

/** The facts of a seal use that are approved: the signer's current placements, in the files as sent to the signers. */
export async function sealUseFacts(
  { db }: Context,
  request: SealUseRequest,
  {
    documents,
    placements,
    fillings,
  }: {
    documents: readonly Pick<DocumentRow, 'id' | 'name'>[];
    /** The signer's placements. */
    placements: readonly Pick<
      PlacementRow,
      'id' | 'documentId' | 'kind' | 'page' | 'toPage' | 'rule' | 'x' | 'y' | 'width' | 'height'
    >[];
    fillings: readonly { placementId: string; sealId?: string | undefined; value?: string | undefined }[];
  },
): Promise<SealUseFacts> {
  const rows = await db
    .select({ id: documentRevision.documentId, sha256: documentRevision.sha256 })
    .from(documentRevision)
    .where(
      and(
        isNull(documentRevision.signerId),
        inArray(documentRevision.documentId, ['', ...documents.map(({ id }) => id)]),
      ),
    )
    .orderBy(asc(documentRevision.revision));
  const at = new Map(fillings.map((filling) => [filling.placementId, filling]));
  const places = placements.map(
    async ({ id, documentId, kind, page, toPage, rule, x, y, width, height }) => ({
      file: documents.findIndex((one) => one.id === documentId),
      kind,
      page,
      toPage,
      rule,
      x,
      y,
      width,
      height,
      sealId: at.get(id)?.sealId ?? '',
      value: await bindValue(request.signerId, id, at.get(id)?.value),
    }),
  );
  return {
    subject: 'SEAL',
    ...request,
    files: documents.map(({ id, name }) => ({
      name,
      sha256: rows.findLast((row) => row.id === id)?.sha256 ?? '',
    })),
    places: await Promise.all(places),
  };
}

/** Digest that binds a field value to its placement without disclosing it. */
async function bindValue(signerId: string, placementId: string, value = ''): Promise<string> {
  if (value === '') return '';
  return sha256Hex(`${signerId}\n${placementId}\n${value}`);
}
