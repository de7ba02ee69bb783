import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SealDesign } from '#core/sealart/design.ts';
import type { FormState } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import style from './seal.module.css';

/** The design that a form holds. */
export const designOf = (form: FormState): SealDesign => form.values.design as SealDesign;

type MmProps = { name: string; label: string; min: number; max: number; required?: boolean };
/** A length in mm. */
export const Mm = (props: MmProps) => <NumberField {...props} unit="mm" step={0.1} decimals={1} />;

type ChoiceKind = 'font' | 'alignment' | 'emblem' | 'pattern' | 'antiFake' | 'direction';
type ChoiceProps = { name: string; label: string; kind: ChoiceKind; values: readonly string[] };

/** One of the values that a design names, in words. */
export function Choice({ name, label, kind, values }: ChoiceProps) {
  const { t } = useTranslation('seal');
  return (
    <Select
      name={name}
      label={label}
      options={values.map((value) => ({ value, label: t(`choice.${kind}.${value}`) }))}
    />
  );
}

/** Fields that fold. */
export const Group = ({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) => (
  <details className={style.group} open={open}>
    <summary>{title}</summary>
    <div className={style.groupBody}>{children}</div>
  </details>
);
