import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { getHandLink } from '#core/account/calls.ts';
import type { OutputOf } from '#core/call.ts';
import type { InkStroke } from '#core/sealart/handwriting.ts';
import { call } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { HandBoard } from '../../ui/hand-board.tsx';
import { EmptyState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import style from './account.module.css';

type Link = OutputOf<typeof getHandLink>;
/** Schemas are loaded when needed, because visitors open this page on phones. */
const loadCalls = () => import('#core/account/calls.ts');

/** /contract/handSign ([2.6]): opened from a QR code on a phone, to write the signature there. */
export function HandSignPage() {
  const { t } = useTranslation('account');
  const token = useRef('');
  const [link, setLink] = useState<Link>();
  const [failure, setFailure] = useState<unknown>();
  const [strokes, setStrokes] = useState<InkStroke[]>([]);
  const [done, setDone] = useState(false);
  const [pending, setPending] = useState(false);

  useEffect(() => {
    const query = new URLSearchParams(window.location.search);
    // The token is moved from the URL, where it could be shared or bookmarked, to the history state, where a reload
    // (such as pull-to-refresh) finds it.
    const state = window.history.state as { hand?: string } | null;
    token.current ||= query.get('Authorization') ?? state?.hand ?? '';
    if (query.has('Authorization'))
      window.history.replaceState({ ...state, hand: token.current }, '', window.location.pathname);
    let left = false;
    loadCalls()
      .then(({ getHandLink: open }) => call(open, { Authorization: token.current }))
      .then(
        (found) => left || setLink(found),
        (error: unknown) => left || setFailure(error),
      );
    return () => {
      left = true;
    };
    // Once, whatever language comes later: the link that is being signed at stays.
  }, []);

  async function submit() {
    if (strokes.length === 0) return toast({ tone: 'warning', text: t('hand.empty') });
    setPending(true);
    try {
      const { saveHandSign } = await loadCalls();
      const picture = { kind: 'HANDWRITING' as const, strokes: strokes.map((stroke) => [...stroke]) };
      await call(saveHandSign, { Authorization: token.current, picture });
      setDone(true);
    } catch (error) {
      toast({ tone: 'error', text: errorText(error, t) });
    } finally {
      setPending(false);
    }
  }

  if (done)
    return (
      <main className={style.hand}>
        <EmptyState whole icon="success" title={t('hand.done')}>
          {t('hand.doneText')}
        </EmptyState>
      </main>
    );
  if (failure !== undefined)
    return (
      <main className={style.hand}>
        <div role="alert">
          <EmptyState whole icon="warning" title={t('hand.title')}>
            {errorText(failure, t)}
          </EmptyState>
        </div>
      </main>
    );
  if (!link)
    return (
      <main className={style.hand}>
        <LoadingState />
      </main>
    );
  return (
    <main className={style.hand}>
      <h1>{t('hand.title')}</h1>
      <p>{t('hand.for', { name: link.name })}</p>
      <HandBoard onChange={setStrokes} />
      <p className={style.soft}>{t('hand.turn')}</p>
      <Button kind="primary" size="large" wide pending={pending} onClick={() => void submit()}>
        {t('hand.submit')}
      </Button>
    </main>
  );
}
