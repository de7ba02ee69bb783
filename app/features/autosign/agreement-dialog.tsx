import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { AgreementParagraphs } from './agreement-paragraphs.tsx';
import type { OpeningRow } from './opening-row.ts';

/** The agreement of an opening as it was read, with who agreed, when, and the numbers that trails name. */
export function AgreementDialog({ row, onClose }: { row: OpeningRow; onClose: () => void }) {
  const { t } = useTranslation('autosign');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('agreement')}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('ui:close')}
        </Button>
      }
    >
      <AgreementParagraphs paragraphs={row.agreement} />
      <Facts
        facts={[
          [t('openedBy'), row.openedBy],
          [t('openedAt'), formatDateTime(row.openedAt)],
          [t('number'), row.openingId],
          [t('digest'), row.digest],
        ]}
      />
    </Dialog>
  );
}
