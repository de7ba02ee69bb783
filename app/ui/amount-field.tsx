import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readAmount } from '#core/approval/amount.ts';
import { formatMoney } from '../i18n/format.ts';
import type { FieldLook } from './field.tsx';
import { TextField } from './text-field.tsx';

/**
 * An amount in yuan, typed as contracts write it: figures with or without separators, `120万元`, Chinese capitals. The value is
 * in fen; null while empty, NaN while the text cannot be read. What was read is shown below the field.
 */
export function AmountField({
  value,
  onChange,
  ...look
}: FieldLook & { error?: string | undefined; value: number | null; onChange: (fen: number | null) => void }) {
  const { t, i18n } = useTranslation('ui');
  const money = (fen: number) => formatMoney(fen / 100, i18n.language);
  const [text, setText] = useState(value === null || Number.isNaN(value) ? '' : String(value / 100));
  const read = readAmount(text);
  const isUnread = text.trim() !== '' && read === null;
  return (
    <TextField
      {...look}
      inputMode="text"
      maxLength={100}
      value={text}
      hint={read === null ? look.hint : t('amount.read', { amount: money(read) })}
      error={isUnread ? t('amount.unread') : look.error}
      onChange={(typed) => {
        setText(typed);
        onChange(typed.trim() === '' ? null : (readAmount(typed) ?? Number.NaN));
      }}
    />
  );
}
