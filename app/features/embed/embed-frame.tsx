import { useBlocker } from '@remix-run/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import { EmbeddedContext, type EmbedEvents } from '../../parts/signing/embedded.ts';
import { createQueryClient } from '../../shell/query-client.ts';
import { EmptyState, LoadingState } from '../../ui/state.tsx';
import { CodeStep } from './code-step.tsx';
import style from './embed.module.css';
import { InMemory } from './in-memory.tsx';
import { type Embedding, type EmbedSession, useEmbed } from './use-embed.ts';

/** Least height of a frame in which documents can be read and signed, CSS px. */
const READABLE = 720;
/** Height of a frame in which a draft or a template is worked on, CSS px: these fill their window, and scroll within it. */
const WORKABLE = 800;

interface Props {
  linkId: string;
  embedding: Embedding;
  /** The page of an opened link; `prepared`: what its address holds for a draft. */
  children: (opened: EmbedSession, prepared: string) => ReactNode;
}

/**
 * /embed/…: a page in a frame of another system’s page, for the one person and task, draft or template of its link. It has
 * no links to other pages, and leads to none: only this page may be shown in a frame. Its own steps stand in the query.
 */
export function EmbedFrame({ linkId, embedding, children }: Props) {
  const { t, i18n } = useTranslation('embed');
  const [client] = useState(() => createQueryClient((key, params) => i18n.t(key, params ?? {})));
  const { state, setState, tell, open, sendCode, prepared } = useEmbed(linkId, embedding);
  useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
  const embedded = useMemo<EmbedEvents>(
    () => ({
      signed: (completed) => tell({ type: 'signed', link: linkId, completed }),
      refused: () => {
        setState({ step: 'refused' });
        tell({ type: 'refused', link: linkId });
      },
      sent: (taskId, waits) => {
        setState({ step: waits ? 'waits' : 'sent' });
        tell({ type: 'sent', link: linkId, planId: taskId, waits });
      },
      saved: (number, waits) => tell({ type: 'saved', link: linkId, number, waits }),
      closed: () => {
        setState({ step: 'closed' });
        tell({ type: 'closed', link: linkId, reason: null });
      },
    }),
    [linkId, tell, setState],
  );
  const isOpen = state.step === 'open';
  const isWork = state.step === 'open' && state.opened.kind !== 'SIGN';
  useEffect(() => {
    const report = () => {
      const content = Math.ceil(document.body.scrollHeight);
      const height = isWork ? WORKABLE : isOpen ? Math.max(content, READABLE) : content;
      tell({ type: 'height', link: linkId, height });
    };
    const observer = new ResizeObserver(report);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [tell, linkId, isOpen, isWork]);

  return (
    <QueryClientProvider client={client}>
      <I18nProvider locale={i18n.language}>
        <InMemory />
        <main id="main" className={isWork ? style.work : isOpen ? undefined : style.page}>
          {state.step === 'open' ? (
            <EmbeddedContext.Provider value={embedded}>
              <Suspense fallback={<LoadingState />}>{children(state.opened, prepared)}</Suspense>
            </EmbeddedContext.Provider>
          ) : state.step === 'code' ? (
            <CodeStep
              mobile={state.opened.person.mobile}
              failure={state.failure}
              onSend={sendCode}
              onCode={open}
            />
          ) : state.step === 'opening' ? (
            <LoadingState label={t('opening')} />
          ) : (
            <div role={state.step === 'failed' ? 'alert' : 'status'}>
              <EmptyState
                whole
                icon={state.step === 'failed' ? 'warning' : 'success'}
                title={t(`end.${state.step}.title`)}
              >
                {state.step === 'failed' ? state.text : t(`end.${state.step}.text`)}
              </EmptyState>
            </div>
          )}
        </main>
      </I18nProvider>
    </QueryClientProvider>
  );
}
