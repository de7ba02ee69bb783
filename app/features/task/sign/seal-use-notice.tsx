import { useTranslation } from 'react-i18next';
import { useEmbedded } from '../../../parts/signing/embedded.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { SealUse } from './use-seal-uses.ts';

const TONE = {
  REVIEWING: 'info',
  TO_STAMP: 'success',
  STAMPED: 'success',
  REFUSED: 'warning',
  WITHDRAWN: 'info',
  LAPSED: 'warning',
} as const;

/** The state of a request to use seals, with a link to its approval. */
export function SealUseNotice({ use }: { use: SealUse }) {
  const { t } = useTranslation('sign');
  const embedded = useEmbedded();
  const waits = use.state === 'TO_STAMP' && use.byHolder;
  return (
    <Notice tone={TONE[use.state]}>
      <span>
        {t(waits ? 'sealUse.state.WAITS' : `sealUse.state.${use.state}`, {
          seals: use.seals.join(t('and')),
          words: use.words || '—',
        })}
      </span>{' '}
      {!embedded && (
        <LinkButton kind="quiet" size="small" to={`/contract/examine?approvalId=${use.approvalId}`}>
          {t('sealUse.look')}
        </LinkButton>
      )}
    </Notice>
  );
}
