import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondProof, SecondProofPurpose } from '#core/identity/proof.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText, isClientError } from '../../wire/client-error.ts';
import { useProvenForm } from './use-proven-form.tsx';

type Props<A> = {
  title: string;
  /** The object that the call is about. */
  thing?: string;
  /** The effect of the call. */
  consequence: string;
  submit: string;
  purpose: SecondProofPurpose;
  run: (proof: SecondProof) => Promise<A>;
  /** Message on success. */
  done?: () => string;
  onDone?: (answer: A) => unknown;
  onClose: () => void;
  /** Error codes for which a retry is pointless, such as when a colleague was faster: the dialog closes. */
  over?: readonly number[];
  onSettled?: () => unknown;
  /** Further content, between the consequence and the proof. */
  children?: ReactNode;
};

/** Confirms a call whose effect outlasts the session, by a second proof of who makes it. Needs the namespace `agent`. */
export function ProvenDialog<A>(props: Props<A>) {
  const { t } = useTranslation('ui');
  const { fields, proven } = useProvenForm(props.purpose);
  const run = async (proof: SecondProof) => {
    try {
      return { answer: await props.run(proof) };
    } catch (error) {
      if (!isClientError(error) || !props.over?.includes(error.code)) throw error;
      toast({ tone: 'error', text: errorText(error, t) });
      props.onClose();
      return false as const;
    }
  };
  return (
    <FormDialog
      title={props.title}
      submit={props.submit}
      initial={{}}
      save={() => proven(run)}
      {...(props.done ? { done: props.done } : {})}
      onSaved={(_, saved) => saved && props.onDone?.(saved.answer)}
      onClose={props.onClose}
      {...(props.onSettled ? { onSettled: props.onSettled } : {})}
    >
      {props.thing && (
        <p>
          <strong>{props.thing}</strong>
        </p>
      )}
      <p>{props.consequence}</p>
      {props.children}
      {fields}
    </FormDialog>
  );
}
