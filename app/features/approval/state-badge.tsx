import { useTranslation } from 'react-i18next';
import type { ApprovalRow } from '#core/approval/calls.ts';
import { Badge } from '../../ui/badge.tsx';
import { APPROVAL_LOOKS, SEAL_USE_LOOKS } from './looks.ts';

/** The state of an approval, or of the seal use that it concerns. */
export function StateBadge({ row }: { row: Pick<ApprovalRow, 'state' | 'stuck' | 'sealUse'> }) {
  const { t } = useTranslation('approval');
  if (row.sealUse && row.sealUse !== 'REVIEWING' && row.state === 'APPROVED')
    return <Badge {...SEAL_USE_LOOKS[row.sealUse]}>{t(`sealState.${row.sealUse}`)}</Badge>;
  return <Badge {...APPROVAL_LOOKS[row.state]}>{row.stuck ? t('stuck') : t(`state.${row.state}`)}</Badge>;
}
