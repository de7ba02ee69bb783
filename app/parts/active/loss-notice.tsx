import { useTranslation } from 'react-i18next';
import type { ConformanceLoss } from '#core/pdf/prepare/conformance-losses.ts';
import { Notice } from '../../ui/notice.tsx';

/** What a file claims to be and will not be once it is signed, said before anything is sent. */
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
