import { useTranslation } from 'react-i18next';
import type { ConformanceLoss } from '#core/pdf/prepare/conformance-losses.ts';
import { Notice } from '../../ui/notice.tsx';

/** Warns before sending about conformance claims of a file that signing will break. */
export function LossNotice({ name, losses }: { name: string; losses: readonly ConformanceLoss[] }) {
  const { t } = useTranslation('ui');
  return (
    <Notice tone="warning">
      {losses.map(({ claim, reason }) => (
        <p key={claim} style={{ margin: 0 }}>
          {t(`conformance.${reason}`, { name, claim })}
        </p>
      ))}
    </Notice>
  );
}
