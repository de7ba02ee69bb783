import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntDraft } from '#core/realname/enterprise-form.ts';
import type { FormState } from '../../ui/form.tsx';
import { issueText } from '../../ui/issue-text.ts';

export type Wrong = { path: string; problem: string; text?: string };

export type StepProps = {
  draft: EntDraft;
  /** Values that the server rejected, by path in the draft. */
  errors: readonly Wrong[];
  /** Called with the values typed so far. */
  onChange: (part: Partial<EntDraft>) => void;
  onNext: (part: Partial<EntDraft>) => unknown;
};

/** Shows the server's errors about one part of the draft beside the fields. */
export function ShowErrors({
  form,
  errors,
  part,
}: {
  form: FormState;
  errors: readonly Wrong[];
  part: string;
}) {
  const { i18n } = useTranslation();
  const { setErrors } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once per rejection; typing removes them
  useEffect(() => {
    const own = errors.filter(({ path }) => path.startsWith(`${part}.`));
    if (own.length === 0) return;
    setErrors(
      Object.fromEntries(
        own.map(({ path, problem, text }) => [
          path.slice(part.length + 1),
          text ?? issueText(problem, form.values, i18n),
        ]),
      ),
    );
  }, [errors]);
  return null;
}
