import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../wire/client-error.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import style from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { TextArea } from './text-area.tsx';
import { toast } from './toast-store.ts';

export type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  /** The question, with the deed: "Revoke the task?" */
  title: string;
  /** What it is about, by its name. */
  thing: string;
  /** What will be so afterwards. */
  consequence: ReactNode;
  /** `danger` for what destroys or cannot be undone, and for nothing else: red that is everywhere warns of nothing. */
  tone: 'danger' | 'neutral';
  /** The deed in the button's words: "Revoke". */
  confirmLabel: string;
  /** A reason is asked for: its label and the longest allowed, in characters. */
  reason?: { label: string; maxLength: number };
  onConfirm: (reason: string) => unknown;
  /** Which buttons there are ([6.6c]); both, where nothing is said. */
  buttons?: { confirm: boolean; cancel: boolean };
};

/**
 * Asks before an act with consequences: names the thing and what will be. The way out has the focus, so Enter never does the
 * deed; it stays open while the deed is under way, and when it fails.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, thing, consequence, tone, confirmLabel, reason, onConfirm } = props;
  const { confirm: mayConfirm, cancel: mayCancel } = props.buttons ?? { confirm: true, cancel: true };
  const { t } = useTranslation('ui');
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);

  const close = () => {
    setText('');
    setError(undefined);
    onClose();
  };

  async function confirm() {
    if (reason && text.trim() === '') return setError(t('rule.required'));
    setPending(true);
    try {
      await onConfirm(text.trim());
      close();
    } catch (failure) {
      toast({ tone: 'error', text: errorText(failure, t) });
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      role="alertdialog"
      locked={pending}
      actions={
        <>
          {mayCancel && (
            <Button onClick={close} disabled={pending} autoFocus={!reason}>
              {t('cancel')}
            </Button>
          )}
          {mayConfirm && (
            <Button kind={tone === 'danger' ? 'danger' : 'primary'} pending={pending} onClick={confirm}>
              {confirmLabel}
            </Button>
          )}
        </>
      }
    >
      <div className={classes(style.question, style[tone])}>
        <Icon name={tone === 'danger' ? 'warning' : 'question'} size={22} />
        <div>
          <p className={style.thing}>{thing}</p>
          <p>{consequence}</p>
        </div>
      </div>
      {reason && (
        <TextArea
          label={reason.label}
          required
          maxLength={reason.maxLength}
          value={text}
          error={error}
          onChange={(next) => {
            setText(next);
            setError(undefined);
          }}
        />
      )}
    </Dialog>
  );
}
