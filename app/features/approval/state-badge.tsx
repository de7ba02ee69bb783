import { useTranslation } from 'react-i18next';
import type { ApprovalRow } from '#core/approval/calls.ts';
import { Badge } from '../../ui/badge.tsx';
import { APPROVAL_BADGES, SEAL_USE_BADGES } from './badges.ts';

/** The state of an approval, or of the seal use that it concerns. */
export function StateBadge({ row }: { row: Pick<ApprovalRow, 'state' | 'stuck' | 'sealUse'> }) {
  const { t } = useTranslation('approval');
  if (row.sealUse && row.sealUse !== 'REVIEWING' && row.state === 'APPROVED')
    return <Badge {...SEAL_USE_BADGES[row.sealUse]}>{t(`sealState.${row.sealUse}`)}</Badge>;
  return <Badge {...APPROVAL_BADGES[row.state]}>{row.stuck ? t('stuck') : t(`state.${row.state}`)}</Badge>;
}
