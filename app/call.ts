import type { AnyCall, Call, Envelope, InputOf, OutputOf } from '#core/call.ts';
import type { ERROR_CODES } from '#core/errors.ts';
import { CLIENT_AUTHORIZATION } from '#core/identity/client.ts';
import { storedLanguage } from './i18n/use-language.ts';
import { endSession } from './session/end-session.ts';
import { getSession, setSession } from './session/session-store.ts';
import { askTabs, listenToTabs, oneTabAtATime, tellTabs } from './session/share-token.ts';
import type { SessionToken } from './session/types.ts';
import { toast } from './ui/toast-store.ts';
import { ClientError, isClientError } from './wire/client-error.ts';
import type { FormVerdict } from './wire/form-check.ts';
import { createRefresher } from './wire/refresh-session.ts';
import { type Download, type Progress, send } from './wire/send.ts';

export { isClientError } from './wire/client-error.ts';
export type { Download } from './wire/send.ts';

export type CallOptions = {
  signal?: AbortSignal;
  /** Bytes sent so far, for uploads. */
  onProgress?: Progress;
  /** Called at each step of a long call, as the server begins it. */
  onStep?: (step: string) => void;
  /** Path prefix instead of /ecapi ([7.1b]), if the product is served below a path of another one. */
  base?: string;
  /** Acts as another enterprise in the exchange of a token ([7.6b]). */
  entId?: string;
  /** Idempotency key for retries of the same call; by default each call has its own. */
  requestId?: string;
};

type CodeOf<Name extends keyof typeof ERROR_CODES> = (typeof ERROR_CODES)[Name];
// the codes are repeated here, checked by their types, so that the login page need not load the error catalogue
type SessionCode = CodeOf<'SESSION_INVALID' | 'SESSION_EXPIRED' | 'SESSION_REPLACED' | 'SESSION_LOCKED'>;
const SESSION_CODE_LIST: readonly SessionCode[] = [70000401, 70000411, 70000412, 70000413];
const CLOUD_SEAL_CODE: CodeOf<'CLOUD_SEAL_AUTHORIZATION_NEEDED'> = 70003009;

/** Response codes that end the session ([8.1c]). */
const SESSION_CODES: ReadonlySet<number> = new Set(SESSION_CODE_LIST);

type Hooks = { onCloudSealNeeded: () => void };
const hooks: Hooks = { onCloudSealNeeded: () => undefined };

/**
 * Sets the listener for answers that require a cloud seal authorization ([8.1d]). Returns a function that removes it.
 */
export function onCloudSealNeeded(listener: () => void): () => void {
  hooks.onCloudSealNeeded = listener;
  return () => {
    if (hooks.onCloudSealNeeded === listener) hooks.onCloudSealNeeded = () => undefined;
  };
}

const TOKEN_CALL = 'identity.requestToken';

if (typeof window !== 'undefined') listenToTabs(() => endSession({ keepPlace: false }));

const freshSession = createRefresher({
  read: () => getSession().token,
  write: (token) => {
    setSession({ token });
    tellTabs(token);
  },
  now: Date.now,
  alone: oneTabAtATime,
  ask: askTabs,
  exchange: async (refreshToken, entId) => {
    const { requestToken } = await import('#core/identity/calls.ts');
    const input = { grant_type: 'refresh_token' as const, refresh_token: refreshToken, switch_to: entId };
    return transmit(requestToken, input, { entId });
  },
  discard: async (token) => {
    const { discardRefreshToken } = await import('#core/identity/calls.ts');
    return transmit(discardRefreshToken, { token }, {}, getSession().token);
  },
});

/** The result of a call: its data, or for a form-validating call the whole body, valid or not ([8.1g]). */
type CallResult<C extends Call> = C['validates'] extends true ? FormVerdict<OutputOf<C>> : OutputOf<C>;

/**
 * Makes a call of /ecapi and returns its data. Rejects with a ClientError with the server's message in the user's
 * language; if the session is no longer valid, it is cleared and the user is redirected to /login first.
 */
export async function call<C extends Call>(
  theCall: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<CallResult<C>> {
  try {
    const token = theCall.id === TOKEN_CALL ? undefined : await sessionForCall();
    const data = await transmit(theCall, input, options, token);
    // the exchange consumed the refresh token that other tabs of the session also hold
    if (theCall.id === TOKEN_CALL) tellTabs(data as SessionToken);
    return (
      theCall.validates ? ({ code: 200, message: '', data } satisfies Envelope) : data
    ) as CallResult<C>;
  } catch (error) {
    if (!isClientError(error)) throw new ClientError('request');
    if (SESSION_CODES.has(error.code)) {
      endSession();
      throw new ClientError('session', error.code, error.message, error);
    }
    if (error.code === CLOUD_SEAL_CODE) hooks.onCloudSealNeeded();
    if (theCall.validates && error.body) return error.body as CallResult<C>;
    throw error;
  }
}

/** The session, refreshed if due. If the refresh is refused, shows the reason as a warning ([8.1e]). */
async function sessionForCall(): Promise<SessionToken | undefined> {
  try {
    return await freshSession();
  } catch (error) {
    if (isClientError(error) && error.code === SESSION_CODE_LIST[0])
      toast({ tone: 'warning', text: error.message });
    throw error;
  }
}

/** Makes a call that returns a file, named by its content-disposition ([7.1d]). */
export async function callFile<C extends Call>(
  theCall: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<Download> {
  return (await call(theCall, input, options)) as Download;
}

/** Saves a file to the user's downloads. */
export function saveFile({ name, blob }: Download): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the download has started once the click returns to the event loop
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

function transmit<C extends AnyCall>(
  theCall: C,
  input: InputOf<C>,
  options: CallOptions,
  token?: SessionToken,
): Promise<OutputOf<C>> {
  const headers: Record<string, string> = { 'Accept-Language': storedLanguage() };
  if (token) headers['X-Token'] = token.accessToken;
  if (theCall.id === TOKEN_CALL) {
    headers.Authorization = CLIENT_AUTHORIZATION;
    headers['ec-type'] =
      (input as { grant_type?: string }).grant_type === 'refresh_token' ? 'no-token' : 'login';
    if (options.entId) headers['Ent-Id'] = options.entId;
  }
  if (theCall.once) headers['X-Request-Id'] = options.requestId ?? crypto.randomUUID();
  const { base, signal, onProgress, onStep } = options;
  if (onStep) headers.Accept = 'application/x-ndjson';
  return send(theCall, input, { headers, base, signal, onProgress, onStep, now: Date.now }) as Promise<
    OutputOf<C>
  >;
}
