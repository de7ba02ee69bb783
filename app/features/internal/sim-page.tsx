import { useSearchParams } from '@remix-run/react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { listSimulatedMessages, reportSimulated } from '#core/internal/calls.ts';
import type { DeliveryReason } from '#core/notice/delivery.ts';
import { call, isClientError } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { Brand } from '../../shell/brand.tsx';
import { LanguageSwitch } from '../../shell/language-switch.tsx';
import { Badge, type StateBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './sim.module.css';

type Message = OutputOf<typeof listSimulatedMessages>[number];

const POLL_MS = 3_000;
const BADGES: Record<Message['state'], StateBadge> = {
  SENDING: { tone: 'info', icon: 'hourglass' },
  SENT: { tone: 'info', icon: 'send' },
  DELIVERED: { tone: 'success', icon: 'success' },
  FAILED: { tone: 'error', icon: 'error' },
};

/** /sim: simulated phones and mailboxes of all recipients, with each message's delivery state. Absent in production. */
export function SimPage() {
  const { t } = useTranslation('sim');
  const [params, setParams] = useSearchParams();
  const target = params.get('target') ?? '';
  const { messages, error, again } = useMessages();
  const targets = [...new Set(messages?.map((message) => message.target))].sort();
  const shown = messages?.filter((message) => target === '' || message.target === target);
  const closed = isClientError(error) && error.code === ERROR_CODES.NOT_FOUND;
  return (
    <div className={style.page}>
      <header className={style.head}>
        <Brand />
        <LanguageSwitch />
      </header>
      <main className={style.main} id="main">
        <div>
          <h1>{t('title')}</h1>
          <p className={style.soft}>{closed ? t('closed') : t('about')}</p>
          {!closed && (
            <p className={style.more}>
              <Link to="/sim/pay">{t('more.pay')}</Link>
              <Link to="/sim/ca">{t('more.ca')}</Link>
              <Link to="/sim/cloudSeal">{t('more.cloudSeal')}</Link>
            </p>
          )}
        </div>
        {closed ? null : error && !messages ? (
          <ErrorState error={error} onRetry={again} />
        ) : !shown ? (
          <LoadingState />
        ) : messages?.length === 0 ? (
          <EmptyState icon="phone" title={t('none')}>
            {t('noneText')}
          </EmptyState>
        ) : (
          <div className={style.columns}>
            <nav aria-label={t('phones')}>
              <ul className={style.phones}>
                {['', ...targets].map((one) => (
                  <li key={one}>
                    <button
                      type="button"
                      aria-current={one === target || undefined}
                      className={classes(one === target && style.chosen)}
                      onClick={() => setParams(one ? { target: one } : {})}
                    >
                      <Icon name={one.includes('@') ? 'mail' : one ? 'phone' : 'users'} size={16} />
                      {one || t('all')}
                    </button>
                  </li>
                ))}
              </ul>
            </nav>
            <section
              className={style.phone}
              aria-label={t('messages', { target: target || t('all') })}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
              tabIndex={0}
            >
              <ul className={style.messages} aria-live="polite">
                {shown.map((message) => (
                  <Bubble key={message.id} message={message} />
                ))}
              </ul>
            </section>
          </div>
        )}
      </main>
    </div>
  );
}

function Bubble({ message }: { message: Message }) {
  const { t } = useTranslation('sim');
  // As a phone shows it: the address at the end of a message is a link.
  const [, said = message.text, address] = /^(.*?)(https?:\/\/\S+)?$/s.exec(message.text) ?? [];
  const code = /(?<!\d)\d{6}(?!\d)/.exec(said)?.[0];
  return (
    <li>
      <span className={style.soft}>
        {message.target} · <time>{formatDateTime(message.createdAt, { seconds: true })}</time>
      </span>
      <p className={style.bubble}>
        {said || t('elsewhere')}
        {address && (
          <Link to={address} newTab>
            {address}
          </Link>
        )}
      </p>
      <Badge {...BADGES[message.state]}>{t(`state.${message.state}`)}</Badge>
      {message.text !== '' && message.state === 'SENT' && <Receipts id={message.id} />}
      {code && (
        <Button
          size="small"
          kind="quiet"
          icon="copy"
          onClick={() =>
            void navigator.clipboard.writeText(code).then(() => toast({ tone: 'success', text: t('copied') }))
          }
        >
          {t('copyCode', { code })}
        </Button>
      )}
    </li>
  );
}

/** What the gateway may report of a message of which it has reported nothing yet. */
function Receipts({ id }: { id: string }) {
  const { t } = useTranslation('sim');
  const report = useMutation({
    mutationFn: (reason: DeliveryReason | undefined) =>
      call(reportSimulated, reason ? { id, state: 'FAILED', reason } : { id, state: 'DELIVERED' }),
    onSuccess: () => toast({ tone: 'success', text: t('reported') }),
  });
  return (
    <>
      <Button size="small" kind="quiet" icon="check" onClick={() => report.mutate(undefined)}>
        {t('report.delivered')}
      </Button>
      <Button size="small" kind="quiet" icon="ban" onClick={() => report.mutate('UNREACHABLE')}>
        {t('report.unreachable')}
      </Button>
    </>
  );
}

/** The latest messages, polled every few seconds while the page is visible. */
function useMessages() {
  const [messages, setMessages] = useState<readonly Message[]>();
  const [error, setError] = useState<unknown>();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `turn` restarts the polling
  useEffect(() => {
    const aborter = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const read = async () => {
      if (document.visibilityState === 'visible') {
        try {
          setMessages(await call(listSimulatedMessages, {}, { signal: aborter.signal }));
          setError(undefined);
        } catch (failure) {
          if (!aborter.signal.aborted) setError(failure);
        }
      }
      if (!aborter.signal.aborted) timer = setTimeout(read, POLL_MS);
    };
    void read();
    return () => {
      aborter.abort();
      clearTimeout(timer);
    };
  }, [turn]);
  return { messages, error, again: () => setTurn(turn + 1) };
}
