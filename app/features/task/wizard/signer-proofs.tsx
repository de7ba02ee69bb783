import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftSigner } from '#core/task/draft.ts';
import { ACCESS_CODE, SIGNER_PROOFS, type SignerProof } from '#core/task/signer-proofs.ts';
import { useSystem } from '../../../shell/use-system.ts';
import { FieldMessage } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import style from './signer-proofs.module.css';
import type { StepProps } from './step-props.ts';

type Props = Pick<StepProps, 'problemOf'> & {
  signer: DraftSigner;
  path: string;
  set: (fields: Partial<DraftSigner>) => void;
  /** The code is kept in this page's memory, and is no part of the draft. */
  setAccessCode: (code: string) => void;
  /** In a batch there is no code to tell, and rows may have no address. */
  inBatch: boolean;
};

/** What the signer proves before they sign, in which order; folded while nothing is asked for. */
export function SignerProofs({ signer, path, set, setAccessCode, inBatch, problemOf }: Props) {
  const { t } = useTranslation('signerProof');
  const off: readonly SignerProof[] = useSystem().option?.proofsOff ?? [];
  const proofs = signer.proofs ?? [];
  // What is wrong opens it, and it stays open while that is mended.
  const [open, setOpen] = useState(false);
  const choose = (next: SignerProof[]) => {
    set({ proofs: next.length > 0 ? next : undefined });
    if (!next.includes('ACCESS_CODE')) setAccessCode('');
  };
  const move = (at: number, by: 1 | -1) =>
    choose(proofs.with(at, proofs[at + by]!).with(at + by, proofs[at]!));
  const left = SIGNER_PROOFS.filter(
    (proof) =>
      !proofs.includes(proof) &&
      !off.includes(proof) &&
      !(inBatch && (proof === 'ACCESS_CODE' || (proof === 'MAIL' && signer.varies))),
  );
  const problem = problemOf(`${path}.proofs`);
  const codeProblem = problemOf(`${path}.accessCode`);
  return (
    <details
      className={style.proofs}
      open={open || problem !== undefined || codeProblem !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {t('title')}
        <span className={style.chosen}>
          {proofs.length > 0 ? proofs.map((proof) => t(`name.${proof}`)).join(' → ') : t('none')}
        </span>
      </summary>
      <div className={style.inside}>
        <p className={style.about}>{t('about')}</p>
        {proofs.length > 0 && (
          <ol className={style.list} aria-label={t('list')}>
            {proofs.map((proof, at) => {
              const name = t(`name.${proof}`);
              return (
                <li key={proof}>
                  <span>
                    {name}
                    {off.includes(proof) && <small> ({t('off')})</small>}
                  </span>
                  <IconButton
                    icon="chevron-up"
                    size="small"
                    label={t('up', { name })}
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                  />
                  <IconButton
                    icon="chevron-down"
                    size="small"
                    label={t('down', { name })}
                    disabled={at === proofs.length - 1}
                    onClick={() => move(at, 1)}
                  />
                  <IconButton
                    icon="trash"
                    size="small"
                    label={t('remove', { name })}
                    onClick={() => choose(proofs.filter((one) => one !== proof))}
                  />
                </li>
              );
            })}
          </ol>
        )}
        <FieldMessage error={problem} />
        {left.length > 0 && (
          <Select
            label={t('add')}
            placeholder={t('addHint')}
            value=""
            onChange={(chosen) => {
              const proof = left.find((one) => one === chosen);
              if (proof) choose([...proofs, proof]);
            }}
            options={left.map((value) => ({ value, label: t(`name.${value}`) }))}
          />
        )}
        {proofs.includes('ACCESS_CODE') && (
          <TextField
            name={`${path}.accessCode`}
            label={t('accessCode')}
            hint={t('accessCodeHint')}
            required
            autoComplete="off"
            maxLength={2 * ACCESS_CODE.most}
            value={signer.accessCode ?? ''}
            onChange={setAccessCode}
            error={codeProblem}
          />
        )}
      </div>
    </details>
  );
}
