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
  /** Label of the submit button, which names the action. */
  submit: string;
  /** Which buttons are shown; both by default. */
  buttons?: { save: boolean; cancel: boolean };
  /**
   * Makes the call. Field errors are shown beside the fields, whether thrown or returned; `false` keeps the dialog open
   * if the screen itself shows what is wrong.
   */
  save: (values: T, form: FormState) => Promise<A>;
  /** Text before the reason if `save` fails, such as `提交失败。`. */
  failed?: string;
  /** Message on success. */
  done?: (values: T, answer: A) => string | undefined;
  onClose: () => void;
  /** Called after a success, before the dialog closes. */
  onSaved?: (values: T, answer: A) => unknown;
  /** The calls that it makes; queries that these calls make stale are refetched, also after a failure. */
  calls?: readonly AnyCall[];
  /** The same, if the caller does the refetching. */
  onSettled?: () => unknown;
  /** The data the fields depend on, if it is loaded from the server. */
  needs?: { ready: boolean; error: unknown; again: () => void };
  children: ReactNode | ((form: FormState) => ReactNode);
};

/**
 * A form in a dialog: success shows a message and closes it, failure keeps it open with the input, and neither
 * Escape nor a click outside closes it while it is being submitted.
 *
 * ```tsx
 * <FormDialog
 *   title={t('rename')}
 *   submit={t('save')}
 *   initial={{ name: row.name }}
 *   save={({ name }) => call(renameThing, { id: row.id, name })}
 *   done={({ name }) => t('renamed', { name })}
 *   calls={[renameThing]}
 *   onClose={close}
 * >
 *   <TextField name="name" label={t('name')} required maxLength={50} />
 * </FormDialog>
 * ```
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
      const message = props.done?.(values, answer);
      if (message) toast({ tone: 'success', text: message });
      await props.onSaved?.(values, answer);
      onClose();
      return undefined;
    } finally {
      setPending(false);
      // Also after a failure: somebody else may have been faster.
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
