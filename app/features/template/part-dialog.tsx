import { useTranslation } from 'react-i18next';
import { FormDialog, type FormDialogProps } from '../../kit/form-dialog.tsx';
import type { useDictionary } from './use-dictionary.ts';

type Props<T> = Omit<FormDialogProps<T, unknown>, 'submit' | 'buttons' | 'needs'> & {
  /** Which buttons are shown ([6.6c]). */
  flags: { save: boolean; cancel: boolean };
  /** The types to choose from, if they come from the server. The dialog waits for them. */
  types?: ReturnType<typeof useDictionary>;
};

/** A dialog that adds or changes a role, fields or a template ([4.26a], [4.26b]). */
export function PartDialog<T>({ flags, types, ...rest }: Props<T>) {
  const { t } = useTranslation('template');
  const needs = types && { ready: types.options !== undefined, error: types.error, again: types.again };
  return <FormDialog {...rest} submit={t('save')} buttons={flags} needs={needs} />;
}
