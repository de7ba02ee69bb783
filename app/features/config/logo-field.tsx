import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Brand } from '../../shell/brand.tsx';
import { Button } from '../../ui/button.tsx';
import style from './config.module.css';
import { readLogo } from './read-logo.ts';

type Props = { value: string; name: string; onChange: (logo: string) => void };

/** Previews the system's logo as in the header; replaces or removes it. */
export function LogoField({ value, name, onChange }: Props) {
  const { t } = useTranslation('config');
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState(false);

  async function choose(file: File | undefined) {
    if (!file) return;
    const logo = await readLogo(file);
    setWrong(logo === undefined);
    if (logo !== undefined) onChange(logo);
  }
  return (
    <div className={style.logo} data-field="headerLogo">
      <span className={style.label} id="logo-label">
        {t('headerLogo')}
      </span>
      <div className={style.logoRow}>
        <span className={style.logoPreview}>
          <Brand name={name} {...(value ? { logo: value } : {})} />
        </span>
        <Button icon="upload" aria-describedby="logo-hint" onClick={() => input.current?.click()}>
          {t('logo.choose')}
        </Button>
        {value !== '' && (
          <Button kind="quiet" onClick={() => onChange('')}>
            {t('logo.reset')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept=".png,.jpg,.jpeg,.webp"
          hidden
          aria-labelledby="logo-label"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <p id="logo-hint" className={wrong ? style.wrong : style.hint} role={wrong ? 'alert' : undefined}>
        {t(wrong ? 'logo.wrong' : 'logo.hint')}
      </p>
    </div>
  );
}
