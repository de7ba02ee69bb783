import type { TFunction } from 'i18next';
import type { ChangedProps } from '../../../parts/consent/changed-dialog.tsx';
import { boxOnPage } from '../placement/box-on-page.ts';
import { fetchBytes, type TaskDetail } from './use-task.ts';

type Changes = Omit<ChangedProps, 'onClose' | 'onSeen'>;

/**
 * The changes in a task since it was shown to the signer: who signed, in which files and pages, and added placements.
 */
export function changesIn(before: TaskDetail, after: TaskDetail, t: TFunction<'sign'>): Changes {
  const known = new Map(before.documents.map((d) => [d.documentId, d.sha256]));
  const wereSigned = new Set(before.signerList.filter((s) => s.status === 'SIGNED').map((s) => s.signerId));
  const signers = after.signerList
    .filter((s) => s.status === 'SIGNED' && !wereSigned.has(s.signerId))
    .sort((one, other) => (one.signedAt ?? 0) - (other.signedAt ?? 0));
  const since = new Set(signers.map((s) => s.signerId));
  const stood = new Set(before.placements.map((p) => p.placementId));
  const documents = after.documents
    .filter((d) => known.get(d.documentId) !== d.sha256)
    .map(({ documentId, fileName, pages }) => ({
      documentId,
      fileName,
      format: after.taskFileType,
      sizes: pages,
      pages: pages.flatMap(({ widthMm }, index) =>
        after.placements.some(
          (p) =>
            p.documentId === documentId &&
            (since.has(p.signerId) || !stood.has(p.placementId)) &&
            boxOnPage(p, index, widthMm),
        )
          ? [index + 1]
          : [],
      ),
    }));
  const indexOf = (documentId: string) =>
    after.documents.find((d) => d.documentId === documentId)?.fileIndex ?? 0;
  return {
    signers: signers.map(({ entName, userName, signedAt }) => ({
      name: entName ? t('summary.operatorOf', { enterprise: entName, person: userName }) : userName,
      at: signedAt,
    })),
    documents,
    fetchBytes: (documentId) => fetchBytes(after.planId, indexOf(documentId)),
  };
}
