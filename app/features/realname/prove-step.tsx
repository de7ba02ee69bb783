import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import {
  bankForm,
  CERT_TYPES,
  certForm,
  type EntDraft,
  nameOfUnit,
  UKEY_SEALS,
} from '#core/realname/enterprise-form.ts';
import { ENTERPRISE_PHOTOS } from '#core/realname/photos.ts';
import { UKEYS_PER_ENTERPRISE } from '#core/seal/states.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AutoSave } from './auto-save.tsx';
import { Papers } from './papers.tsx';
import style from './realname.module.css';
import { ShowErrors, type StepProps } from './step-props.tsx';
import { textsOf } from './unit-step.tsx';
import { WayChoice } from './way-choice.tsx';

export type Way = 'TRANSFER' | 'REVIEW';
const transferRules = z.object({ bank: bankForm });
const transferAgainRules = z.object({ bank: bankForm, cert: certForm });
const reviewAgainRules = z.object({ cert: certForm });
const noRules = z.object({});

type Props = StepProps & {
  recertify: boolean;
  onBack: () => void;
  onProve: (part: Partial<EntDraft>, way: Way) => unknown;
};

/** Step 3 ([2.21a-c]): the account for the small transfer, or papers to review; certificates if re-certifying. */
export function ProveStep({ draft, errors, recertify, onChange, onBack, onProve }: Props) {
  const { t } = useTranslation('realname');
  const hongKong = draft.unit.region === 'HONG_KONG';
  const [way, setWay] = useState<Way>(hongKong ? 'REVIEW' : 'TRANSFER');
  const [missing, setMissing] = useState(false);
  const photos = draft.photos;
  const transfer = way === 'TRANSFER';
  const rules = transfer
    ? recertify
      ? transferAgainRules
      : transferRules
    : recertify
      ? reviewAgainRules
      : noRules;
  const partOf = (values: Record<string, unknown>): Partial<EntDraft> => ({
    bank: textsOf((values.bank ?? {}) as Record<string, unknown>),
    ...(recertify ? { cert: values.cert as EntDraft['cert'] } : {}),
  });

  return (
    <Form
      key={way}
      wide
      label={t('step.prove')}
      initial={{
        bank: { bankName: '', bankAccount: '', ...draft.bank },
        cert: { ...draft.cert, ukeys: { ENTERPRISE: 0, DEPARTMENT: 0, GENERAL: 0, ...draft.cert.ukeys } },
      }}
      rules={rules}
      onSubmit={(_parsed, form) => {
        if (!transfer && ENTERPRISE_PHOTOS.some((kind) => !photos[kind])) return setMissing(true);
        return onProve(partOf(form.values), way);
      }}
    >
      {(form) => (
        <div className={style.wide}>
          <AutoSave values={form.values} onRest={(values) => onChange(partOf(values))} />
          <ShowErrors
            form={form}
            errors={errors.map((one) => ({ ...one, path: `all.${one.path}` }))}
            part="all"
          />
          {recertify && <Notice tone="warning">{t('prove.pauses')}</Notice>}
          {recertify && <CertFields chosen={String((form.values.cert as EntDraft['cert']).certTypeId)} />}
          {hongKong ? (
            <Notice>{t('prove.hongKong')}</Notice>
          ) : (
            <WayChoice
              value={way}
              onChange={setWay}
              ways={(['TRANSFER', 'REVIEW'] as const).map((one) => ({
                way: one,
                icon: one === 'TRANSFER' ? 'card' : 'users',
                label: t(`prove.${one}`),
                hint: t(`prove.${one}Hint`),
              }))}
            />
          )}
          {transfer ? (
            <>
              <Facts
                facts={[
                  [
                    t('field.accountName'),
                    nameOfUnit({ entName: draft.unit.entName ?? '', entNameEn: draft.unit.entNameEn ?? '' }),
                  ],
                ]}
              />
              <TextField name="bank.bankName" label={t('field.bankName')} required maxLength={60} />
              <TextField
                name="bank.bankAccount"
                label={t('field.bankAccount')}
                required
                inputMode="numeric"
                maxLength={40}
                hint={t('hint.bankAccount')}
              />
            </>
          ) : (
            <>
              <p className={style.soft}>{t('prove.papers')}</p>
              <Papers
                kinds={ENTERPRISE_PHOTOS}
                photos={photos}
                onPhoto={(kind, imageId) => onChange({ photos: { ...photos, [kind]: imageId } })}
                missing={missing}
              />
            </>
          )}
          <div className={style.row}>
            <Button onClick={onBack}>{t('wizard.back')}</Button>
            <Button type="submit" kind="primary" pending={form.submitting}>
              {t(transfer ? 'prove.send' : 'way.submit')}
            </Button>
          </div>
        </div>
      )}
    </Form>
  );
}

/** [2.21c] [4.14] Additional fields of a re-certification, with a warning about certificates it may revoke. */
function CertFields({ chosen }: { chosen: string }) {
  const { t } = useTranslation('realname');
  return (
    <>
      <Notice tone="warning">{t('again.voids')}</Notice>
      <RadioGroup
        name="cert.certTypeId"
        label={t('field.certType')}
        options={CERT_TYPES.map((value) => ({ value, label: t(`certType.${value}`) }))}
      />
      {chosen === 'UKEY' && (
        <div className={style.pair}>
          {UKEY_SEALS.map((type) => (
            <NumberField
              key={type}
              name={`cert.ukeys.${type}`}
              label={t(`ukeys.${type}`)}
              min={0}
              max={UKEYS_PER_ENTERPRISE}
            />
          ))}
        </div>
      )}
    </>
  );
}
