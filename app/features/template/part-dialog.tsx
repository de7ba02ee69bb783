import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, type FormState, type Rules, type Values } from '../../ui/form.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import type { useDictionary } from './use-dictionary.ts';

type Props<T> = {
  title: string;
  wide?: boolean;
  initial: Values;
  rules: Rules<T>;
  /** [6.6c] */
  flags: { save: boolean; cancel: boolean };
  /** What is chosen from, where it comes from the server. */
  types?: ReturnType<typeof useDictionary>;
  save: (values: T) => Promise<unknown>;
  /** What is said once it is saved. */
  done: (values: T) => string;
  onClose: () => void;
  onSettled: () => unknown;
  children: (form: FormState) => ReactNode;
};

/**
 * A dialog that adds or changes a role, fields or a template ([4.26a]): a success is said, the list read anew, the form cleared and
 * closed; a failure leaves it as it is. Cancelling clears and closes ([4.26b]).
 */
export function PartDialog<T>(props: Props<T>) {
  const { title, wide, initial, rules, flags, types, save, done, onClose, onSettled, children } = props;
  const { t } = useTranslation('template');
  const id = useId();
  const [pending, setPending] = useState(false);
  const ready = !types || types.options !== undefined;

  async function submit(values: T) {
    setPending(true);
    try {
      await save(values);
      toast({ tone: 'success', text: done(values) });
      onClose();
    } finally {
      setPending(false);
      // also after a failure: somebody else may have been quicker
      void onSettled();
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
          {flags.cancel && (
            <Button onClick={onClose} disabled={pending}>
              {t('ui:cancel')}
            </Button>
          )}
          {flags.save && (
            <Button kind="primary" type="submit" form={id} pending={pending} disabled={!ready}>
              {t('save')}
            </Button>
          )}
        </>
      }
    >
      {types?.error && !ready ? (
        <ErrorState error={types.error} onRetry={types.again} />
      ) : !ready ? (
        <LoadingState />
      ) : (
        <Form id={id} initial={initial} rules={rules} onSubmit={submit} label={title} wide={wide ?? false}>
          {children}
        </Form>
      )}
    </Dialog>
  );
}
