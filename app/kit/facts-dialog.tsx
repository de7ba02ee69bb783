import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Facts } from '../ui/facts.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast-store.ts';
import style from './facts-dialog.module.css';

type Props = {
  title: string;
  /** Labels with the texts; each text has a copy button. */
  facts: readonly (readonly [label: string, text: string])[];
  /** Warning that a value is shown only once; the dialog then closes only through its button. */
  once?: string | undefined;
  onClose: () => void;
};

/** Shows values to copy into another system: addresses, names and keys. */
export function FactsDialog({ title, facts, once, onClose }: Props) {
  const { t } = useTranslation('ui');
  const copy = (label: string, text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => toast({ tone: 'success', text: t('copy.done', { label }) }),
      () => toast({ tone: 'error', text: t('copy.failed') }),
    );
  return (
    <Dialog
      open
      onClose={onClose}
      locked={once !== undefined}
      title={title}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t(once === undefined ? 'close' : 'copy.kept')}
        </Button>
      }
    >
      {once !== undefined && <Notice tone="warning">{once}</Notice>}
      <Facts
        facts={facts.map(([label, value]) => [
          label,
          <span key={label} className={style.key}>
            <code>{value}</code>
            <IconButton
              icon="copy"
              size="small"
              label={t('copy.act', { label })}
              onClick={() => copy(label, value)}
            />
          </span>,
        ])}
      />
    </Dialog>
  );
}
