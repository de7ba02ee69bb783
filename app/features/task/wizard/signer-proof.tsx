import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listUsableAutoSigns } from '#core/autosign/calls.ts';
import { ENTERPRISE_CATEGORIES } from '#core/seal/states.ts';
import type { DraftSigner } from '#core/task/draft.ts';
import { ID_TYPES, normalizeIdNumber } from '#core/validate/id-number.ts';
import { useEmbedded } from '../../../parts/signing/embedded.ts';
import { queryOf } from '../../../query.ts';
import { useSession } from '../../../session/session-store.ts';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { StepProps } from './step-props.ts';

type Props = { signer: DraftSigner; set: (fields: Partial<DraftSigner>) => void };

/** The identity document that an individual must prove before signing; none by default. */
export function IdentityDocument({
  signer,
  path,
  set,
  problemOf,
}: Props & Pick<StepProps, 'problemOf'> & { path: string }) {
  const { t } = useTranslation(['wizard', 'realname']);
  return (
    <>
      <Select
        label={t('field.idType')}
        hint={t('idHint')}
        placeholder={t('noDocument')}
        value={signer.idType ?? ''}
        onChange={(chosen) => {
          const idType = ID_TYPES.find((one) => one === chosen);
          set({ idType, idNumber: idType && (signer.idNumber ?? '') });
        }}
        options={[
          { value: '', label: t('noDocument') },
          ...ID_TYPES.map((value) => ({ value, label: t(`realname:idType.${value}`) })),
        ]}
      />
      {signer.idType && (
        <TextField
          name={`${path}.idNumber`}
          label={t('field.idNumber')}
          required
          maxLength={40}
          autoComplete="off"
          value={signer.idNumber ?? ''}
          onChange={(typed) => set({ idNumber: normalizeIdNumber(typed) })}
          error={problemOf(`${path}.idNumber`)}
        />
      )}
    </>
  );
}

/** The required kind of seal of an enterprise; any kind by default. */
export function SealKind({ signer, set }: Props) {
  const { t } = useTranslation(['wizard', 'seal']);
  return (
    <Select
      label={t('field.sealKind')}
      placeholder={t('anySeal')}
      value={signer.sealKind ?? ''}
      onChange={(chosen) => set({ sealKind: ENTERPRISE_CATEGORIES.find((one) => one === chosen) })}
      options={[
        { value: '', label: t('anySeal') },
        ...ENTERPRISE_CATEGORIES.map((value) => ({ value, label: t(`seal:category.${value}`) })),
      ]}
    />
  );
}

/**
 * Whether the own enterprise signs automatically, and with which seal. Shown for the sender's own signature for it, where
 * something is open for them, and where it was chosen before.
 */
export function Automatic({
  signer,
  path,
  draft,
  set,
  problemOf,
}: Props & Pick<StepProps, 'draft' | 'problemOf'> & { path: string }) {
  const { t } = useTranslation('wizard');
  const me = useSession((s) => s.loginUser?.userId);
  const { businessType } = draft.task;
  const chosen = signer.autoSealId ?? '';
  const embedded = useEmbedded();
  const isOwn =
    !embedded && signer.type === 'ENTERPRISE' && signer.accountId !== undefined && signer.accountId === me;
  const usable = useQuery({ ...queryOf(listUsableAutoSigns, {}), enabled: isOwn || chosen !== '' });
  const seals = usable.data ?? [];
  const one = seals.find(({ sealId }) => sealId === chosen);
  if (chosen === '' && (!isOwn || seals.length === 0)) return null;
  const gone = chosen !== '' && usable.isSuccess && !one;
  const other = one?.businessTypes != null && !one.businessTypes.some((type) => type === businessType);
  return (
    <Select
      name={`${path}.autoSealId`}
      label={t('field.automatic')}
      hint={t('field.automaticHint')}
      placeholder={t('byHand')}
      value={chosen}
      onChange={(sealId) => set({ autoSealId: sealId || undefined })}
      error={
        problemOf(`${path}.autoSealId`) ??
        (gone ? t('field.automaticGone') : other ? t('field.automaticOther') : undefined)
      }
      options={[
        { value: '', label: t('byHand') },
        ...seals.map(({ sealId, sealName, left }) => ({
          value: sealId,
          label: t('automaticSeal', { name: sealName, left }),
        })),
        ...(gone ? [{ value: chosen, label: t('field.automatic') }] : []),
      ]}
    />
  );
}
