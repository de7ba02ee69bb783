import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { CountdownButton } from '../../ui/countdown-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import style from './embed.module.css';

interface Props {
  /** Masked. */
  mobile: string;
  failure: string | undefined;
  onSend: () => Promise<void>;
  onCode: (code: string) => Promise<void>;
}

/** Asks for the code that proves that the holder of the link is the signer. */
export function CodeStep({ mobile, failure, onSend, onCode }: Props) {
  const { t } = useTranslation('embed');
  const [code, setCode] = useState('');
  const [pending, setPending] = useState(false);
  const ready = /^\d{6}$/.test(code);
  const submit = async () => {
    if (!ready || pending) return;
    setPending(true);
    await onCode(code);
    setPending(false);
    setCode('');
  };
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h1>{t('code.title')}</h1>
      <p>{t('code.text', { mobile })}</p>
      <div className={style.code}>
        <CodeField label={t('code.label')} value={code} onChange={setCode} />
        <CountdownButton label={t('code.send')} onSend={onSend} />
      </div>
      {failure && <Notice tone="error">{failure}</Notice>}
      <Button type="submit" kind="primary" wide pending={pending} disabled={!ready}>
        {t('code.go')}
      </Button>
    </form>
  );
}
