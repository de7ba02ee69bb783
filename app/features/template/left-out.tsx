import { useTranslation } from 'react-i18next';
import type { LeftOut } from '#core/template/group-calls.ts';
import { Badge } from '../../ui/badge.tsx';

/** Why a template of a group is not used with it; nothing where it is. */
export function LeftOutBadge({ why }: { why: LeftOut | null }) {
  const { t } = useTranslation('template');
  return (
    why && (
      <Badge tone="warning" icon="ban">
        {t(`group.leftOut.${why}`)}
      </Badge>
    )
  );
}
