import { useTranslation } from 'react-i18next';
import type { Warning } from '#core/employee/warnings.ts';
import { Badge } from '../../ui/badge.tsx';
import { WARNING_BADGES } from './badges.ts';

/** Badges for an employee's dates that are near or have passed. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  const { t } = useTranslation('employee');
  return warnings.map((warning) => (
    <Badge key={warning} {...WARNING_BADGES[warning]}>
      {t(`warning.${warning}`)}
    </Badge>
  ));
}
