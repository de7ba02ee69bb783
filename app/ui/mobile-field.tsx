import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typedMobile } from '#core/validate/mobile.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

/**
 * A mobile number, typed or pasted as people write it: with spaces, hyphens, +86 or invisible characters. Says what was
 * read where it is not what was pasted.
 */
export function MobileField(props: Omit<TextFieldProps, 'type' | 'maxLength' | 'only'>) {
  const { t } = useTranslation('ui');
  const [read, setRead] = useState('');
  return (
    <TextField
      inputMode="tel"
      {...props}
      type="tel"
      only={(text) => {
        const mobile = typedMobile(text);
        // One character more is a typing error that the field does not accept.
        setRead(text.length - mobile.length > 1 ? mobile : '');
        return mobile;
      }}
      hint={read === '' ? props.hint : t('mobile.read', { mobile: read })}
    />
  );
}
