import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyCall } from '#core/call.ts';
import { useRefresh } from '../query.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, type FormState, type Rules, type Values } from '../ui/form.tsx';
import { ErrorState, LoadingState } from '../ui/state.tsx';
import { toast } from '../ui/toast-store.ts';
import { isRefusal } from '../wire/form-check.ts';

export type FormDialogProps<T, A> = {
  title: string;
  wide?: boolean;
  initial: Values;
  rules?: Rules<T>;
  /** The button's words: what it does. */
  submit: string;
  /** Which buttons there are; both where nothing is said. */
  buttons?: { save: boolean; cancel: boolean };
  /**
   * Makes the call. A refusal is shown beside its fields, whether it rejects or is returned; `false` leaves the dialog open
   * where the screen itself says what is wrong.
   */
  save: (values: T, form: FormState) => Promise<A>;
  /** What is said before the reason where `save` fails, as `提交失败。`. */
  failed?: string;
  /** What is said on success. */
  done?: (values: T, answer: A) => string | undefined;
  onClose: () => void;
  /** After a success, before it closes. */
  onSaved?: (values: T, answer: A) => unknown;
  /** The calls that it makes: what is out of date after them is asked for again, after a failure too. */
  calls?: readonly AnyCall[];
  /** The same, where somebody else knows the calls. */
  onSettled?: () => unknown;
  /** What the fields are made from, where it comes from the server. */
  needs?: { ready: boolean; error: unknown; again: () => void };
  children: ReactNode | ((form: FormState) => ReactNode);
};

/**
 * A form in a dialog: a success is said and closes it, a failure leaves it as it is with what was typed, and neither
 * Escape nor a click outside closes it while it is under way.
 */
export function FormDialog<T = Values, A = unknown>(props: FormDialogProps<T, A>) {
  const { title, wide, initial, rules, needs, onClose, children } = props;
  const buttons = props.buttons ?? { save: true, cancel: true };
  const { t } = useTranslation('ui');
  const id = useId();
  const refresh = useRefresh();
  const [pending, setPending] = useState(false);
  const ready = needs?.ready ?? true;

  async function submit(values: T, form: FormState) {
    setPending(true);
    try {
      const answer = await props.save(values, form);
      if (isRefusal(answer)) return answer;
      if (answer === false) return undefined;
      const words = props.done?.(values, answer);
      if (words) toast({ tone: 'success', text: words });
      await props.onSaved?.(values, answer);
      onClose();
      return undefined;
    } finally {
      setPending(false);
      // Also after a failure: somebody else may have been quicker.
      if (props.calls) void refresh(...props.calls);
      void props.onSettled?.();
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={wide ? 'wide' : 'normal'}
      locked={pending}
      actions={
        <>
          {buttons.cancel && (
            <Button onClick={onClose} disabled={pending}>
              {t('cancel')}
            </Button>
          )}
          {buttons.save && (
            <Button kind="primary" type="submit" form={id} pending={pending} disabled={!ready}>
              {props.submit}
            </Button>
          )}
        </>
      }
    >
      {needs?.error && !ready ? (
        <ErrorState error={needs.error} onRetry={needs.again} />
      ) : !ready ? (
        <LoadingState />
      ) : (
        <Form
          id={id}
          initial={initial}
          rules={rules}
          onSubmit={submit}
          label={title}
          failed={props.failed}
          wide={wide ?? false}
        >
          {children}
        </Form>
      )}
    </Dialog>
  );
}
