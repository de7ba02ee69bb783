import { useTranslation } from 'react-i18next';
import type { LeftOut } from '#core/template/group-calls.ts';
import { Badge } from '../../ui/badge.tsx';

/** Why a template is left out when its group is used; renders nothing if it is used. */
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
