import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf, OutputOf } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { getAuthorizationChoices, type listPersons, type passJoin } from '#core/company/calls.ts';
import { GIVEN_ROLES, isAppointment } from '#core/company/roles.ts';
import type { SecondProof } from '#core/identity/proof.ts';
import { GRANT_LEVELS, type GrantLevel } from '#core/seal/states.ts';
import { useProvenForm } from '../../parts/proof/use-proven-form.tsx';
import { queryOf } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './company.module.css';

export type Authorization = Pick<
  OutputOf<typeof listPersons>['records'][number],
  'businessTypes' | 'salaryWithheld'
> &
  Pick<InputOf<typeof passJoin>, 'roles' | 'stamps'>;

/** State of the authorization being edited, with validation. */
function useAuthorization(initial: Authorization) {
  const [authorization, setAuthorization] = useState(initial);
  const [shown, setShown] = useState(false);
  const noRole = authorization.roles.length === 0;
  const noType = authorization.businessTypes?.length === 0;
  return {
    given: authorization,
    setGiven: setAuthorization,
    /** The problems; shown only after the first attempt to submit. */
    problems: { noRole: shown && noRole, noType: shown && noType },
    /** Whether it is valid; shows the problems from now on. */
    check: () => {
      setShown(true);
      return !noRole && !noType;
    },
  };
}

/** [6.2b] A person's roles, business types (all or specified) and seals. */
function AuthorizationFields({ state }: { state: ReturnType<typeof useAuthorization> }) {
  const choices = useQuery(queryOf(getAuthorizationChoices, {}));
  if (choices.error && !choices.data)
    return <ErrorState error={choices.error} onRetry={() => void choices.refetch()} />;
  if (!choices.data) return <LoadingState />;
  return <Fields state={state} choices={choices.data} />;
}

type DialogProps = {
  title: string;
  initial: Authorization;
  submitLabel: string;
  /** With a second proof where the person is appointed a business administrator, or one of more business types. */
  save: (authorization: Authorization, proof?: SecondProof) => Promise<unknown>;
  /** Toast text after saving. */
  done: string;
  onClose: () => void;
  onSettled: () => unknown;
  /** Content above the fields, about the person. */
  children?: ReactNode;
};

/** Grants or changes a person's authorization. */
export function AuthorizationDialog({
  title,
  initial,
  submitLabel,
  save,
  done,
  onClose,
  onSettled,
  children,
}: DialogProps) {
  const { t } = useTranslation('company');
  const state = useAuthorization(initial);
  const { fields, proven } = useProvenForm('APPOINT');
  const appoints = isAppointment(initial, state.given);
  const run = useMutation({
    mutationFn: () => (appoints ? proven((proof) => save(state.given, proof)) : save(state.given)),
    onSuccess: (answer) => {
      if (answer === false) return;
      toast({ tone: 'success', text: done });
      onClose();
    },
    onSettled,
  });
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      locked={run.isPending}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button kind="primary" pending={run.isPending} onClick={() => state.check() && run.mutate()}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {children}
      <AuthorizationFields state={state} />
      {appoints && fields}
    </Dialog>
  );
}

type FieldsProps = {
  state: ReturnType<typeof useAuthorization>;
  choices: OutputOf<typeof getAuthorizationChoices>;
};

function Fields({ state, choices }: FieldsProps) {
  const { t } = useTranslation('company');
  const { given: authorization, setGiven: setAuthorization, problems } = state;
  const types = authorization.businessTypes;
  const toggle = <V,>(all: readonly V[], one: V, on: boolean): V[] =>
    on ? [...all.filter((v) => v !== one), one] : all.filter((v) => v !== one);
  const levelOf = (stampId: string) => authorization.stamps.find((s) => s.stampId === stampId)?.level;
  return (
    <div className={style.form}>
      <fieldset className={style.part}>
        <legend>{t('give.roles')}</legend>
        <div className={style.choices}>
          {GIVEN_ROLES.filter((role) => choices.roles.includes(role)).map((role) => (
            <Checkbox
              key={role}
              value={authorization.roles.includes(role)}
              hint={t(`roleNote.${role}`)}
              onChange={(on) =>
                setAuthorization({ ...authorization, roles: toggle(authorization.roles, role, on) })
              }
            >
              {t(`role.${role}`)}
            </Checkbox>
          ))}
        </div>
        {authorization.roles.includes('HR') && (
          <Checkbox
            value={!authorization.salaryWithheld}
            hint={t('give.salaryHint')}
            onChange={(on) => setAuthorization({ ...authorization, salaryWithheld: !on })}
          >
            {t('give.salary')}
          </Checkbox>
        )}
        {problems.noRole && (
          <p className={style.error} role="alert">
            {t('give.needRole')}
          </p>
        )}
      </fieldset>
      <div className={style.part}>
        <RadioGroup
          label={t('give.types')}
          value={types === null ? 'ALL' : 'SOME'}
          onChange={(value: 'ALL' | 'SOME') =>
            setAuthorization({ ...authorization, businessTypes: value === 'ALL' ? null : [] })
          }
          options={[
            { value: 'ALL', label: t('give.allTypes') },
            { value: 'SOME', label: t('give.someTypes') },
          ]}
        />
        {types !== null && (
          <div className={style.few}>
            {BUSINESS_TYPES.map((type) => (
              <Checkbox
                key={type}
                value={types.includes(type)}
                onChange={(on) =>
                  setAuthorization({ ...authorization, businessTypes: toggle(types, type, on) })
                }
              >
                {t(`ui:businessType.${type}`)}
              </Checkbox>
            ))}
          </div>
        )}
        {problems.noType && (
          <p className={style.error} role="alert">
            {t('give.needType')}
          </p>
        )}
      </div>
      <fieldset className={style.part}>
        <legend>{t('give.stamps')}</legend>
        {choices.stamps.length === 0 ? (
          <p className={style.soft}>{t('give.noStamps')}</p>
        ) : (
          <ul className={style.stamps}>
            {choices.stamps.map(({ stampId, stampName }) => (
              <li key={stampId} className={style.stamp}>
                <span>{stampName}</span>
                <Select
                  label={t('give.levelOf', { name: stampName })}
                  hideLabel
                  value={levelOf(stampId) ?? 'NONE'}
                  onChange={(level) =>
                    setAuthorization({
                      ...authorization,
                      stamps: [
                        ...authorization.stamps.filter((s) => s.stampId !== stampId),
                        ...(level === 'NONE' ? [] : [{ stampId, level: level as GrantLevel }]),
                      ],
                    })
                  }
                  options={(['NONE', ...[...GRANT_LEVELS].reverse()] as const).map((value) => ({
                    value,
                    label: t(`level.${value}`),
                  }))}
                />
              </li>
            ))}
          </ul>
        )}
      </fieldset>
    </div>
  );
}
