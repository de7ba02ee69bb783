import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { openAutoSign } from '#core/autosign/calls.ts';
import { agreementText, digestOfOpening, SENDER_ROLES } from '#core/autosign/opening.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { LIMITS } from '#core/config/limits.ts';
import { sendAuthCode } from '#core/identity/calls.ts';
import { listSeals } from '#core/seal/calls.ts';
import { call } from '../../call.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { typedConsent } from '../../parts/consent/consent-way.tsx';
import { queryOf } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { CountdownButton } from '../../ui/countdown-button.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import { AgreementParagraphs } from './agreement-paragraphs.tsx';
import style from './autosign.module.css';
import { openingRules, scopeOf } from './opening-rules.ts';

const USABLE = { enabled: 'true', certificateStatus: 'SUCCESS', size: 50 } as const;

/** Opens automatic signing: for which seal, business types and senders, the agreement, and the proof of willingness. */
export function OpeningForm({ onClose, onSettled }: { onClose: () => void; onSettled: () => unknown }) {
  const { t } = useTranslation(['autosign', 'company', 'sign']);
  const [language] = useLanguage();
  const entName = useSession((s) => (s.activeUser?.type === 'ent' ? s.activeUser.name : ''));
  const seals = useQuery(queryOf(listSeals, USABLE));
  const records = seals.data?.records ?? [];
  const nameOf = (sealId: unknown) => records.find(({ stampId }) => stampId === sealId)?.stampName ?? '';
  const noSeal = seals.isSuccess && records.length === 0;
  return (
    <FormDialog
      title={t('open')}
      wide
      submit={t('open')}
      buttons={{ save: !noSeal, cancel: true }}
      initial={{
        sealId: records.length === 1 ? records[0]!.stampId : '',
        limited: 'ALL',
        types: {},
        whose: 'ALL',
        roles: {},
        dailyLimit: 50,
        until: '',
        agreed: false,
        method: 'PASSWORD',
        password: '',
        code: '',
      }}
      rules={openingRules}
      needs={{ ready: seals.isSuccess, error: seals.error, again: () => void seals.refetch() }}
      save={async (values) => {
        const scope = scopeOf(values);
        const facts = { ...scope, entName, sealId: values.sealId, sealName: nameOf(values.sealId) };
        return call(openAutoSign, {
          sealId: values.sealId,
          ...scope,
          agreement: await digestOfOpening(language, facts),
          consent: await typedConsent(values.method, values),
        });
      }}
      done={({ sealId }) => t('opened', { name: nameOf(sealId) })}
      onClose={onClose}
      onSettled={onSettled}
    >
      {({ values }) =>
        noSeal ? (
          <EmptyState icon="seal" title={t('noSeal')}>
            {t('noSealText')}
          </EmptyState>
        ) : (
          <>
            <Select
              name="sealId"
              label={t('seal')}
              hint={t('sealHint')}
              required
              options={records.map(({ stampId, stampName }) => ({ value: stampId, label: stampName }))}
            />
            <Scope values={values} />
            <AgreementParagraphs
              paragraphs={agreementText(language, { entName, sealName: nameOf(values.sealId) || '…' })}
            />
            <Checkbox name="agreed">{t('agree')}</Checkbox>
            <Proof method={values.method} />
          </>
        )
      }
    </FormDialog>
  );
}

/** Business types, senders, how many a day and until when. */
function Scope({ values }: { values: Record<string, unknown> }) {
  const { t } = useTranslation(['autosign', 'company']);
  return (
    <>
      <RadioGroup
        name="limited"
        label={t('types')}
        options={[
          { value: 'ALL', label: t('allTypes') },
          { value: 'SOME', label: t('someTypes') },
        ]}
      />
      {values.limited === 'SOME' && (
        <div className={style.few}>
          {BUSINESS_TYPES.map((type) => (
            <Checkbox key={type} name={`types.${type}`}>
              {t(`ui:businessType.${type}`)}
            </Checkbox>
          ))}
        </div>
      )}
      <RadioGroup
        name="whose"
        label={t('senders')}
        options={[
          { value: 'ALL', label: t('allSenders') },
          { value: 'SOME', label: t('someSenders') },
        ]}
      />
      {values.whose === 'SOME' && (
        <div className={style.few}>
          {SENDER_ROLES.map((role) => (
            <Checkbox key={role} name={`roles.${role}`}>
              {t(`company:role.${role}`)}
            </Checkbox>
          ))}
        </div>
      )}
      <DatePicker name="until" label={t('until')} required />
      <NumberField name="dailyLimit" label={t('dailyLimit')} required min={1} max={LIMITS.autoSignsPerDay} />
    </>
  );
}

/** The administrator's proof of willingness, by signing password or by a code to their mobile. */
function Proof({ method }: { method: unknown }) {
  const { t } = useTranslation(['autosign', 'sign']);
  const mobile = useSession((s) => s.userExtendInfo?.perPhone) ?? '';
  const sendCode = async () => {
    await call(sendAuthCode, { authCodeType: 'SIGN' });
    toast({ tone: 'success', text: t('sign:codeSent', { mobile }) });
  };
  return (
    <>
      <RadioGroup
        name="method"
        label={t('proof')}
        options={(['PASSWORD', 'SMS'] as const).map((value) => ({
          value,
          label: t(`sign:methodName.${value}`),
        }))}
      />
      {method === 'SMS' ? (
        <div className={style.code}>
          <CodeField name="code" label={t('sign:code')} />
          <CountdownButton label={t('sign:sendCode')} onSend={sendCode} />
        </div>
      ) : (
        <PasswordField name="password" label={t('sign:signPassword')} autoComplete="off" />
      )}
    </>
  );
}
