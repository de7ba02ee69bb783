import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SealDesign } from '#core/sealart/design.ts';
import type { FormState } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import style from './seal.module.css';

/** The design in the form's values. */
export const designOf = (form: FormState): SealDesign => form.values.design as SealDesign;

type MmProps = { name: string; label: string; min: number; max: number; required?: boolean };
/** Input of a length in mm. */
export const Mm = (props: MmProps) => <NumberField {...props} unit="mm" step={0.1} decimals={1} />;

type ChoiceKind = 'font' | 'alignment' | 'emblem' | 'pattern' | 'antiFake' | 'direction';
type ChoiceProps = { name: string; label: string; kind: ChoiceKind; values: readonly string[] };

/** Selects one of the enumerated values of a design. */
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

/** A collapsible group of fields. */
export const Group = ({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) => (
  <details className={style.group} open={open}>
    <summary>{title}</summary>
    <div className={style.groupBody}>{children}</div>
  </details>
);
