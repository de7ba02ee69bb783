import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApprovalDetail } from '#core/approval/calls.ts';
import { beginSealUseUkey, stampSealUse } from '#core/approval/seal-calls.ts';
import type { Bytes } from '#core/bytes.ts';
import type { OutputOf } from '#core/call.ts';
import { downloadDocument, getTask } from '#core/task/calls.ts';
import { boxesOf } from '#core/task/place-rules.ts';
import { call, callFile } from '../../call.ts';
import type { ChangedProps } from '../../parts/consent/changed-dialog.tsx';
import { SignAct } from '../../parts/signing/sign-act.tsx';
import { queryOf } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { toast } from '../../ui/toast-store.ts';

type Plan = OutputOf<typeof getTask>;

/** A holder stamps an approved use of seals: shows what is stamped, as whom and with what, then asks for consent. */
export function StampAct({
  approval,
  seals,
  task,
  shown,
  onShown,
  onClose,
}: {
  approval: ApprovalDetail;
  seals: NonNullable<ApprovalDetail['seals']>;
  task: Plan;
  /** The task as last shown to the holder. */
  shown: Plan;
  onShown: (task: Plan) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['approval', 'sign']);
  const queries = useQueryClient();
  const name = useSession((s) => s.loginUser?.name) ?? '';
  const { useId, names, signerId } = seals;
  const signer = task.signerList.find((one) => one.signerId === signerId);
  return (
    <SignAct<Plan, unknown>
      subject={{ kind: 'SEAL_USE', id: useId }}
      thing={task}
      shown={shown}
      onShown={onShown}
      read={() => queries.fetchQuery({ ...queryOf(getTask, { planId: task.planId }), staleTime: 0 })}
      changesIn={(after) => changesIn(shown, after)}
      summary={[
        [t('sign:summary.task'), task.taskName],
        [t('sign:summary.files'), t('sign:summary.fileCount', { count: task.documents.length })],
        [
          t('sign:summary.as'),
          t('sign:summary.operatorOf', { enterprise: signer?.entName ?? '', person: name }),
        ],
        [t('sign:summary.with'), names.join(t('sign:and'))],
        [t('field.applicant'), approval.applicant],
      ]}
      ukeyOnly={seals.onUkey}
      call={stampSealUse}
      sign={(seen, consent, sending) => call(stampSealUse, { useId, seen, consent }, { ...sending })}
      {...(signer && signer.proofs.length > 0
        ? {
            proofs: {
              subject: { kind: 'SEAL_USE', id: useId } as const,
              sign: (seen, sending) =>
                call(stampSealUse, { useId, seen, consent: { method: 'PROOFS' } }, { ...sending }),
            },
          }
        : {})}
      beginUkey={(seen, ukeySerial) => call(beginSealUseUkey, { useId, seen, ukeySerial })}
      answerOf={(done) => done}
      onClose={onClose}
      onDone={() => {
        toast({ tone: 'success', text: t('stamp.done', { name: task.taskName }) });
        void queries.invalidateQueries();
        onClose();
      }}
    />
  );
}

/** Who signed since the holder was shown the task, and on which pages. */
function changesIn(before: Plan, after: Plan): Omit<ChangedProps, 'onClose' | 'onSeen'> {
  const known = new Map(before.documents.map((d) => [d.documentId, d.sha256]));
  const wereSigned = new Set(before.signerList.filter((s) => s.status === 'SIGNED').map((s) => s.signerId));
  const signers = after.signerList.filter((s) => s.status === 'SIGNED' && !wereSigned.has(s.signerId));
  const since = new Set(signers.map(({ signerId }) => signerId));
  return {
    signers: signers.map(({ entName, userName, signedAt }) => ({ name: entName || userName, at: signedAt })),
    documents: after.documents
      .filter((d) => known.get(d.documentId) !== d.sha256)
      .map(({ documentId, fileName, pages }) => ({
        documentId,
        fileName,
        format: after.taskFileType,
        sizes: pages,
        pages: [
          ...new Set(
            after.placements
              .filter((p) => p.documentId === documentId && since.has(p.signerId))
              .flatMap((p) => boxesOf(p, pages).map(({ page }) => page)),
          ),
        ],
      })),
    fetchBytes: async (documentId): Promise<Bytes> => {
      const fileIndex = after.documents.find((d) => d.documentId === documentId)?.fileIndex ?? 0;
      const { blob } = await callFile(downloadDocument, { planId: after.planId, fileIndex, purpose: 'view' });
      return new Uint8Array(await blob.arrayBuffer());
    },
  };
}
