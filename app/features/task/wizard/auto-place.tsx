import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { ProposalCounts } from './use-auto-place.ts';

/** The result of automatic placing, to be kept or undone. */
export function Proposal({
  beside,
  blank,
  onUndo,
  onKeep,
}: ProposalCounts & { onUndo: () => void; onKeep: () => void }) {
  const { t } = useTranslation('wizard');
  const none = beside + blank === 0;
  return (
    <Notice
      tone="info"
      actions={
        <>
          {!none && (
            <Button size="small" icon="undo" onClick={onUndo}>
              {t('auto.undo')}
            </Button>
          )}
          <Button size="small" kind="quiet" onClick={onKeep}>
            {t(none ? 'auto.close' : 'auto.keep')}
          </Button>
        </>
      }
    >
      <span role="status">
        {none
          ? t('auto.nothing')
          : [
              beside > 0 && t('auto.beside', { count: beside }),
              blank > 0 && t('auto.blank', { count: blank }),
            ]
              .filter(Boolean)
              .join(' ')}
      </span>
    </Notice>
  );
}
