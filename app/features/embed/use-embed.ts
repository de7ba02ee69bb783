import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import type { openEmbedLink } from '#core/embed/calls.ts';
import type { ERROR_CODES } from '#core/errors.ts';
import { call, isClientError } from '../../call.ts';
import { setSessionEndListener } from '../../session/end-session.ts';
import { setSession } from '../../session/session-store.ts';
import { errorText } from '../../wire/client-error.ts';
import { applyEmbedTheme } from './apply-theme.ts';
import { isAlone, tellEmbedder } from './tell-embedder.ts';

export type EmbedSession = OutputOf<typeof openEmbedLink>;
// repeated here, checked by its type, so that the page need not load the error catalogue
const ENDED: (typeof ERROR_CODES)['EMBED_LINK_ENDED'] = 409351;

/** What the server said of the page that asked for this one. */
export interface Embedding {
  origin: string | null;
  problem: 'TOP' | 'FOREIGN' | null;
}

export type EmbedState =
  | { step: 'opening' }
  /** The signer has to confirm with a code that they are the one whom the link is for. */
  | { step: 'code'; opened: EmbedSession; failure?: string }
  | { step: 'open'; opened: EmbedSession }
  | { step: 'refused' | 'closed' | 'sent' | 'waits' }
  | { step: 'failed'; text: string };

/** Schemas are loaded when needed. */
const loadCalls = () => import('#core/embed/calls.ts');

/** Opens the link of the address, and reports to the page around this one. */
export function useEmbed(linkId: string, { origin, problem }: Embedding) {
  const { t } = useTranslation('embed');
  const [state, setState] = useState<EmbedState>({ step: 'opening' });
  const secret = useRef<string>(undefined);
  /** The prepared values of a draft follow the secret in the fragment. */
  const prepared = useRef('');

  const tell = useCallback(
    (message: Parameters<typeof tellEmbedder>[1]) => {
      if (origin && !isAlone()) tellEmbedder(origin, message);
    },
    [origin],
  );
  const fail = useCallback(
    (text: string, reason: number | null) => {
      setState({ step: 'failed', text });
      tell({ type: 'closed', link: linkId, reason });
    },
    [tell, linkId],
  );

  const open = useCallback(
    async (code?: string) => {
      const { openEmbedLink: opening } = await loadCalls();
      try {
        const input = { linkId, secret: secret.current ?? '', ...(code ? { code } : {}) };
        const opened = await call(opening, input);
        applyEmbedTheme(opened.theme);
        const { session, person } = opened;
        if (!session) return setState({ step: 'code', opened });
        setSession({
          token: session,
          loginUser: {
            userId: person.id,
            entId: session.entId,
            username: session.username,
            name: session.name,
            switchUser: false,
          },
          activeUser: {
            id: session.entId || person.id,
            name: opened.entName || session.name,
            type: session.entId ? 'ent' : 'person',
            authStatus: 'AUTH',
            personalAuthStatus: 'AUTH',
            empType: '',
            nodeType: '',
            certTypeId: '',
            entName: opened.entName,
            userOwnerType: 'OUTSIDE',
          },
          userExtendInfo: {
            id: person.id,
            account: session.username,
            name: session.name,
            photo: '',
            perPhone: person.mobile,
            personalAuthStatus: 'AUTH',
            userOwnerType: 'OUTSIDE',
            defaultPwd: false,
            hasSignPassword: person.hasSignPassword,
          },
        });
        setState({ step: 'open', opened });
        tell({ type: 'ready', link: linkId });
      } catch (error) {
        const text = errorText(error, t);
        // A wrong code may be corrected; nothing else can.
        setState((now) => (now.step === 'code' ? { ...now, failure: text } : { step: 'failed', text }));
        if (code === undefined)
          tell({ type: 'closed', link: linkId, reason: isClientError(error) ? (error.code ?? null) : null });
      }
    },
    [linkId, t, tell],
  );

  useEffect(() => {
    if (secret.current !== undefined) return;
    const [first = '', rest = ''] = window.location.hash.slice(1).split('.');
    secret.current = first;
    prepared.current = rest;
    // The secret is good once; nothing else should find it in the address.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    if (problem === 'TOP' || isAlone()) return fail(t('top'), null);
    if (problem === 'FOREIGN') return fail(t('foreign'), null);
    void open();
  }, [problem, open, fail, t]);

  // The session cannot be renewed, and there is no page for logging in here.
  useEffect(() => {
    setSessionEndListener(() => fail(t('over'), ENDED));
    return () => setSessionEndListener(() => undefined);
  }, [fail, t]);

  const sendCode = async () => {
    const { sendEmbedCode } = await loadCalls();
    await call(sendEmbedCode, { linkId, secret: secret.current ?? '' });
  };
  return { state, setState, tell, open, sendCode, prepared: prepared.current };
}
