import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ApprovalRow,
  deleteApproval,
  passApprovals,
  urgeApproval,
  withdrawApproval,
} from '#core/approval/calls.ts';
import { call } from '../../call.ts';
import type { Action } from '../../kit/action.ts';
import { editorPath } from '../../parts/template-form/editor-path.ts';

const ApproveAll = lazy(async () => ({ default: (await import('./approve-all.tsx')).ApproveAll }));

const can = (action: ApprovalRow['actions'][number]) => (row: ApprovalRow) => row.actions.includes(action);

/** The actions of an approval, for its row and its page. */
export function useApprovalActions() {
  const { t } = useTranslation('approval');
  return {
    examine: {
      id: 'examine',
      label: t('action.examine'),
      icon: 'eye',
      to: ({ approvalId }) => `/contract/examine?approvalId=${approvalId}`,
    },
    /** Approves several, each in its listed state. */
    approveAll: {
      id: 'approveAll',
      label: t('action.approve'),
      icon: 'check',
      when: can('decide'),
      batch: { only: true, label: t('batch.approve'), choose: t('batch.choose') },
      layer: ({ rows, finish, close }) => <ApproveAll rows={rows} onClose={close} onDone={finish} />,
      calls: [passApprovals],
    },
    urge: {
      id: 'urge',
      label: t('action.urge'),
      icon: 'bell',
      when: can('urge'),
      run: ([{ approvalId }]) => call(urgeApproval, { approvalId }),
      done: (_, { urged }: { urged: number }) => t('urged', { count: urged }),
      calls: [urgeApproval],
    },
    withdraw: {
      id: 'withdraw',
      label: t('action.withdraw'),
      icon: 'undo',
      danger: true,
      when: can('withdraw'),
      ask: ([{ title, subject }]) => ({
        title: t('withdraw.title'),
        thing: title,
        consequence: t(`withdraw.consequence.${subject}`),
      }),
      run: ([{ approvalId }]) => call(withdrawApproval, { approvalId }),
      done: ([{ title }]) => t('withdraw.done', { name: title }),
      calls: [withdrawApproval],
    },
    resubmit: {
      id: 'resubmit',
      label: t('action.resubmit'),
      icon: 'pen',
      when: can('resubmit'),
      to: ({ draftId, template }) =>
        template ? editorPath(template) : `/entcontract/startEntContract?draft=${draftId}`,
    },
    remove: {
      id: 'remove',
      label: t('action.delete'),
      icon: 'trash',
      danger: true,
      when: can('delete'),
      ask: ([{ title }]) => ({
        title: t('delete.title'),
        thing: title,
        consequence: t('delete.consequence'),
      }),
      run: ([{ approvalId }]) => call(deleteApproval, { approvalId }),
      done: ([{ title }]) => t('delete.done', { name: title }),
      calls: [deleteApproval],
    },
  } satisfies Record<string, Action<ApprovalRow>>;
}
