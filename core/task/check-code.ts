import { CODE_SIZE, FOOTER_CODE } from '#core/footer-code.ts';
import type { Plan } from './plan.ts';
import type { DocumentFacts, PlanProblem } from './plan-problem.ts';

/** Step 1: a QR code that was chosen has a size that can be read, and room on each page ([5.11f]). */
export function checkCode(
  { codeStatus, footerCode = FOOTER_CODE, documents }: Plan,
  { facts }: { facts: ReadonlyMap<string, DocumentFacts> },
): PlanProblem[] {
  if (codeStatus !== 'ENABLE') return [];
  const { size } = footerCode;
  if (!(size >= CODE_SIZE.least && size <= CODE_SIZE.most))
    return [{ step: 1, path: 'footerCode.size', problem: 'codeSizeRequired', params: { ...CODE_SIZE } }];
  const room = size + 2 * FOOTER_CODE.margin;
  return documents.flatMap(({ documentId, fileName }): PlanProblem[] => {
    const pages = facts.get(documentId)?.pages ?? [];
    const page = pages.findIndex(({ widthMm, heightMm }) => Math.min(widthMm, heightMm) < room) + 1;
    if (page === 0) return [];
    return [{ step: 1, path: 'footerCode.size', problem: 'codeOffPage', params: { name: fileName, page } }];
  });
}
