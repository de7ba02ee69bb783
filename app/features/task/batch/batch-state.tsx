import { useTranslation } from 'react-i18next';
import type { readBatch } from '#core/batch/calls.ts';
import type { OutputOf } from '#core/call.ts';
import { Badge } from '../../../ui/badge.tsx';

/** The state of a batch: in progress, done, or done with failed rows. */
export function BatchState({ batch }: { batch: OutputOf<typeof readBatch> }) {
  const { t } = useTranslation('batch');
  if (batch.endTime === null)
    return (
      <Badge tone="info" icon="progress">
        {t('state.running')}
      </Badge>
    );
  if (batch.failed + batch.stopped > 0)
    return (
      <Badge tone="warning" icon="warning">
        {t('state.partly')}
      </Badge>
    );
  return (
    <Badge tone="success" icon="check">
      {t('state.done')}
    </Badge>
  );
}
