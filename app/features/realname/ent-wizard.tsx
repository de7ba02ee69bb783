import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import {
  type getEntAuth,
  saveEntDraft,
  sendEntTransfer,
  submitEntReview,
} from '#core/realname/enterprise-calls.ts';
import type { EntDraft } from '#core/realname/enterprise-form.ts';
import { isCreditCode } from '#core/validate/credit-code.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { Steps } from '../../ui/steps.tsx';
import { toast } from '../../ui/toast-store.ts';
import { type FormVerdict, isGood } from '../../wire/form-check.ts';
import { LegalStep } from './legal-step.tsx';
import { ProveStep, type Way } from './prove-step.tsx';
import style from './realname.module.css';
import type { Wrong } from './step-props.tsx';
import { UnitStep } from './unit-step.tsx';

type Application = OutputOf<typeof getEntAuth>;
const STEPS = ['unit', 'legal', 'prove', 'done'] as const;
type Step = (typeof STEPS)[number];

/** A draft that names no enterprise yet, with what is known of it. */
function withName(draft: EntDraft, expected: string): EntDraft {
  const { entName, creditCode } = draft.unit;
  if (expected === '' || entName || creditCode) return draft;
  return { ...draft, unit: { ...draft.unit, [isCreditCode(expected) ? 'creditCode' : 'entName']: expected } };
}

/** The wizard ([2.21a]): each step keeps its values, at once locally and debounced on the server. */
export function EntWizard({
  application,
  expected,
  onSent,
}: {
  application: Application;
  /** The name or credit code by which a contract waits for the enterprise; empty if none does. */
  expected: string;
  onSent: () => Promise<void>;
}) {
  const { t } = useTranslation('realname');
  const { applicationId, recertify } = application;
  const [draft, setDraft] = useState<EntDraft>(() => withName(application.draft, expected));
  const latest = useRef(draft);
  const [step, setStep] = useState<Step>('unit');
  const [errors, setErrors] = useState<readonly Wrong[]>([]);
  const [savedAt, setSavedAt] = useState(application.updateTime);
  const save = useMutation({
    mutationFn: (whole: EntDraft) => call(saveEntDraft, { applicationId, draft: whole }),
    onSuccess: ({ updateTime }) => setSavedAt(updateTime),
    meta: { silent: true },
  });
  const { mutateAsync } = save;
  const change = useCallback(
    (part: Partial<EntDraft>) => {
      latest.current = { ...latest.current, ...part };
      setDraft(latest.current);
      return mutateAsync(latest.current);
    },
    [mutateAsync],
  );
  const keep = (part: Partial<EntDraft>) => void change(part).catch(() => undefined);
  const goOn = (next: Step) => async (part: Partial<EntDraft>) => {
    await change(part);
    setErrors([]);
    setStep(next);
  };

  async function prove(part: Partial<EntDraft>, way: Way) {
    await change(part);
    const body: FormVerdict<object> =
      way === 'TRANSFER'
        ? await call(sendEntTransfer, { applicationId })
        : await call(submitEntReview, { applicationId });
    if (isGood(body)) return onSent();
    // Violated rules have their own text beside the field; for any other problem the server's message is shown.
    const wrong = (body.fields ?? []).map(({ path, problem }) => ({
      path,
      problem,
      ...(body.code === 400_000 ? {} : { text: body.message }),
    }));
    setErrors(wrong);
    const first = STEPS.find((one) => wrong[0]?.path.startsWith(`${one}.`));
    if (first) setStep(first);
    toast({ tone: 'error', text: body.message || t('ui:failure.server') });
  }

  const at = STEPS.indexOf(step);
  const titles = {
    unit: 'unit',
    legal: draft.unit.region === 'HONG_KONG' ? 'authorizer' : 'legal',
    prove: draft.unit.region === 'HONG_KONG' ? 'review' : 'prove',
    done: 'done',
  };
  return (
    <>
      <Steps
        label={t('ent.title')}
        current={step}
        steps={STEPS.map((id, i) => ({
          id,
          title: t(`step.${titles[id]}`),
          ...(i < at ? { state: 'done' as const } : {}),
        }))}
        onSelect={(id) => {
          const to = STEPS.indexOf(id as Step);
          if (to < at) setStep(STEPS[to] ?? 'unit');
        }}
      />
      <p className={style.hint} role="status">
        {save.isError ? t('wizard.notSaved') : t('wizard.saved', { time: formatDateTime(savedAt) })}
      </p>
      {step === 'unit' && <UnitStep draft={draft} errors={errors} onChange={keep} onNext={goOn('legal')} />}
      {step === 'legal' && (
        <LegalStep
          draft={draft}
          errors={errors}
          onChange={keep}
          onNext={goOn('prove')}
          onBack={() => setStep('unit')}
        />
      )}
      {step === 'prove' && (
        <ProveStep
          draft={draft}
          errors={errors}
          recertify={recertify}
          onChange={keep}
          onNext={() => undefined}
          onBack={() => setStep('legal')}
          onProve={prove}
        />
      )}
    </>
  );
}
