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
  /** The question, which names the action: "Revoke the task?" */
  title: string;
  /** Name of the affected object. */
  thing: string;
  /** The effect of the action. */
  consequence: ReactNode;
  /** `danger` only for actions that destroy or cannot be undone: overused red loses its meaning. */
  tone: 'danger' | 'neutral';
  /** Label of the confirm button, which names the action: "Revoke". */
  confirmLabel: string;
  /** Asks for a reason: label of the field and maximum length in characters. */
  reason?: { label: string; maxLength: number };
  onConfirm: (reason: string) => unknown;
  /** Which buttons are shown ([6.6c]); both by default. */
  buttons?: { confirm: boolean; cancel: boolean };
};

/**
 * Confirms an action with consequences: names the object and the effect. "Cancel" has the initial focus, so that Enter
 * never confirms by accident; the dialog stays open while the action is in progress and if it fails.
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
