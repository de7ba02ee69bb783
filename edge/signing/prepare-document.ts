import { toBase64Url } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { isToFlatten } from '#core/pdf/prepare/fillable-form.ts';
import type { PreparedField, SignaturePlace } from '#core/pdf/prepare/spec.ts';
import type { DocumentFacts } from '#core/task/check-plan.ts';
import { codePath } from '#core/task/code-calls.ts';
import { documentFacts } from '#core/task/document-facts.ts';
import { keywordPlaceOf } from '#core/task/keyword-places.ts';
import type { Plan, PlanPlacement } from '#core/task/plan.ts';
import { signatureLabel } from '#core/task/signature-label.ts';
import { watermarkOf } from '#core/task/watermark-look.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { engineOf } from './engine-of.ts';
import { type NewRevision, openUpload } from './revisions.ts';

export interface PreparedDocument {
  documentId: string;
  fields: readonly PreparedField[];
  revision: NewRevision;
  pages: DocumentFacts['pages'];
  /** Secret in the URL of the QR code on its pages; null without a QR code. */
  code: string | null;
}

/** Planned name of a signer's signature field; the engine gives it another one in a file that has it already. */
export const fieldOf = (plan: Plan, signerId: string): string =>
  `Signer${plan.signers.findIndex((s) => s.signerId === signerId) + 1}`;

/**
 * Creates revision 0 of a planned document: watermark, QR code and a field for every signer. Page content does not
 * change afterwards. Fields that people fill in become content of the pages, unless the sender keeps them or lets a signer
 * fill them in. If signers
 * place their own seals, nothing is reserved, and a file without watermark, QR code and such fields is stored as uploaded. `origin`: the product's public address, for the QR code; `storedState`: the existing secret of the QR
 * code if the document was prepared before.
 */
export async function prepareDocument(
  plan: Plan,
  planned: Plan['documents'][number],
  pages: DocumentFacts['pages'],
  context: SignedInContext,
  origin: string,
  storedState?: string | null,
): Promise<PreparedDocument> {
  const own = plan.placements.filter((p) => p.documentId === planned.documentId);
  const signers = plan.signers.filter((s) => own.some((p) => p.signerId === s.signerId));
  const watermark = plan.watermarkState === 'ENABLE' ? plan.watermark : undefined;
  const bytes = await context.files.get(planned.fileKey);
  const held = openUpload(planned.fileKey, bytes);
  const code =
    plan.codeStatus === 'ENABLE'
      ? (storedState ?? toBase64Url(crypto.getRandomValues(new Uint8Array(16))))
      : null;
  const preparation = {
    signatureFields: signers.map((s) => ({
      name: fieldOf(plan, s.signerId),
      label: signatureLabel(s),
      places: own.filter((p) => p.signerId === s.signerId).map(placeOf),
    })),
    ...(watermark ? { watermark: watermarkOf(watermark) } : {}),
  };
  const flattens = plan.taskFileType === 'PDF' && planned.formFields !== 'KEEP';
  const marked = code
    ? { footerCode: { text: new URL(codePath(code), origin).href, ...plan.footerCode } }
    : {};
  const isFilledIn = flattens && isToFlatten(bytes);
  if (preparation.signatureFields.length === 0 && !watermark && !code && !isFilledIn) {
    // The file may have been stored before these checks existed.
    await documentFacts(bytes, plan.taskFileType);
    const { segments, length, sha256, hashState } = held;
    const revision = { segments, length, sha256, hashState };
    return { documentId: planned.documentId, fields: [], revision, pages, code };
  }
  try {
    const { fields, revision } = await engineOf(plan.taskFileType).prepare(context, held, {
      ...preparation,
      ...marked,
      ...(flattens ? { formFields: planned.formFields === 'FILL' ? 'blank' : 'flatten' } : {}),
    });
    return { documentId: planned.documentId, fields, revision, pages, code };
  } catch (error) {
    if (error instanceof AppError && error.name === 'KEYWORD_NOT_FOUND')
      throw new AppError('KEYWORD_NOT_FOUND', { ...error.params, name: planned.fileName });
    throw error;
  }
}

/** Converts a placement of the plan for the engine: pages from 0, the placement's id as its part. */
export function placeOf(p: Omit<PlanPlacement, 'signerId' | 'documentId'>): SignaturePlace {
  const box = { x: p.x, y: p.y, width: p.width, height: p.height };
  const pages = { from: p.page - 1, to: (p.toPage ?? p.page) - 1 };
  const every = p.rule === 'ALTERNATE' ? 2 : 1;
  if (p.kind === 'CROSS_PAGE')
    return { kind: 'crossPage', part: p.placementId, pages, every, y: p.y, width: p.width, height: p.height };
  if (p.keyword) return keywordPlaceOf({ ...p, keyword: p.keyword });
  if (pages.to > pages.from) return { kind: 'pages', part: p.placementId, pages, every, box };
  return { kind: 'at', part: p.placementId, page: pages.from, box };
}
