import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IMAGE_CODE_LENGTH } from '#core/identity/captcha/sizes.ts';
import { getImageCode } from '#core/identity/captcha-calls.ts';
import type { HumanProof } from '#core/identity/proof.ts';
import { call } from '../../../call.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { errorText } from '../../../wire/client-error.ts';
import style from './captcha.module.css';
import { REFRESH_LOCK_MS } from './use-captcha.ts';

/** An image code with its key. A click fetches another, at most once in three seconds ([4.24b]). */
export function useImageCode(contrast: 'normal' | 'high') {
  const { t } = useTranslation('captcha');
  const [code, setCode] = useState<{ image: string; key: string } | null>(null);
  const [failure, setFailure] = useState<unknown>();
  const requests = useRef(0);
  const load = useCallback(async () => {
    requests.current = Date.now();
    try {
      const { captchaImageBase64, captchaKey } = await call(getImageCode, { contrast });
      setCode({ image: captchaImageBase64, key: captchaKey });
      setFailure(undefined);
    } catch (error) {
      setCode(null);
      setFailure(error);
    }
    // Not with the texts: in another language the code that is being typed in stays.
  }, [contrast]);
  useEffect(() => void load(), [load]);
  const refresh = () => {
    if (Date.now() - requests.current < REFRESH_LOCK_MS) toast({ tone: 'warning', text: t('tooQuick') });
    else void load();
  };
  const problem = failure === undefined ? '' : errorText(failure, t) || t('fetchFailed');
  return { code, failure: problem, refresh, load };
}

/** Keeps only the characters allowed in an image code, in capitals and at most as many as a code has. */
export const onlyCode = (text: string): string =>
  text
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
    .slice(0, IMAGE_CODE_LENGTH);

/** Type the four characters of a picture; larger, high-contrast on request. The call that uses the code checks it. */
export function ImageCode({ onTyped }: { onTyped: (proof: HumanProof) => void }) {
  const { t } = useTranslation('captcha');
  const [high, setHigh] = useState(false);
  const { code, failure, refresh } = useImageCode(high ? 'high' : 'normal');
  const [typed, setTyped] = useState('');
  const ready = code !== null && typed.length === IMAGE_CODE_LENGTH;
  return (
    <form
      className={style.typed}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (ready) onTyped({ randomStr: code.key, authCode: typed });
      }}
    >
      <button type="button" className={style.code} onClick={refresh} data-large={high || undefined}>
        {code ? <img src={code.image} alt={t('code.picture')} /> : <span>{failure}</span>}
      </button>
      <Switch label={t('code.high')} value={high} onChange={setHigh} />
      <TextField
        label={t('code.label')}
        value={typed}
        onChange={setTyped}
        only={onlyCode}
        autoComplete="off"
        hint={t('code.hint')}
      />
      <Button type="submit" kind="primary" wide disabled={!ready}>
        {t('code.submit')}
      </Button>
    </form>
  );
}
