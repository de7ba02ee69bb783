import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { encryptPoints } from '#core/identity/captcha/point-cipher.ts';
import { type CaptchaType, checkCaptcha, getCaptcha } from '#core/identity/captcha-calls.ts';
import { call } from '../../../call.ts';
import { toast } from '../../../ui/toast-store.ts';

type CaptchaImages = NonNullable<OutputOf<typeof getCaptcha>['repData']>;
export type CaptchaState = 'loading' | 'open' | 'checking' | 'passed' | 'wrong' | 'broken';

/** Time, ms, for which the refresh button is locked after a click ([4.24b], [9.17]). */
export const REFRESH_LOCK_MS = 3_000;

/** Fetches a captcha and checks the answer; after a wrong answer, fetches a new one after `againMs` ([4.24d]). */
export function useCaptcha(captchaType: CaptchaType, againMs: number, onPassed: (key: string) => void) {
  const { t } = useTranslation('captcha');
  const [data, setData] = useState<CaptchaImages | null>(null);
  const [state, setState] = useState<CaptchaState>('loading');
  const [message, setMessage] = useState('');
  const requests = useRef(0);
  const alive = useRef(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ t, onPassed });
  latest.current = { t, onPassed };

  const load = useCallback(async () => {
    requests.current = Date.now();
    setState('loading');
    try {
      const { repCode, repMsg, repData } = await call(getCaptcha, { captchaType, ts: Date.now() });
      if (!alive.current) return;
      // [8.1j] error codes such as 6201 come without a picture
      setData(repCode === '0000' ? repData : null);
      setState(repData ? 'open' : 'broken');
      setMessage(repMsg);
    } catch {
      if (!alive.current) return;
      setData(null);
      setState('broken');
      setMessage(latest.current.t('fetchFailed'));
    }
    // Not with the texts: in another language the captcha that is being solved, or was passed, stays.
  }, [captchaType]);

  useEffect(() => {
    alive.current = true;
    void load();
    return () => {
      alive.current = false;
      clearTimeout(timer.current);
    };
  }, [load]);

  /** Fetches a new captcha on request: at most once in three seconds, and not after it was passed. */
  function refresh(): void {
    if (state === 'passed' || state === 'checking') return;
    if (Date.now() - requests.current < REFRESH_LOCK_MS) {
      toast({ tone: 'warning', text: t('tooQuick') });
      return;
    }
    void load();
  }

  /** Sends an answer: points, or the text found by the proof of work. */
  async function answer(points: unknown): Promise<void> {
    if (!data || state !== 'open') return;
    setState('checking');
    try {
      const pointJson = data.secretKey ? await encryptPoints(points, data.secretKey) : String(points);
      const { repCode, repMsg, repData } = await call(checkCaptcha, {
        captchaType,
        token: data.token,
        pointJson,
      });
      if (!alive.current) return;
      if (repCode === '0000' && repData) {
        setState('passed');
        setMessage(t('passed'));
        timer.current = setTimeout(() => latest.current.onPassed(repData.captchaKey), 400);
        return;
      }
      setMessage(repMsg);
    } catch {
      if (!alive.current) return;
      setMessage(t('fetchFailed'));
    }
    setState('wrong');
    timer.current = setTimeout(load, againMs);
  }

  return { data, state, message, refresh, answer };
}
