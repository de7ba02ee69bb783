import { fromBase64 } from '#core/bytes.ts';
import type { Call, Envelope, InputOf, OutputOf } from '#core/call.ts';
import { getPasswordKey, requestToken, type SessionUser } from '#core/identity/calls.ts';
import { CLIENT_AUTHORIZATION } from '#core/identity/client.ts';
import { encryptPassword } from '#core/identity/password-envelope.ts';
import { sha256Hex } from '#core/sha256.ts';
import { uploadFile } from '#core/task/draft-calls.ts';
import type { UploadType } from '#core/task/upload-types.ts';

/** A response other than success, with the envelope's code and message. */
export class CallFailed extends Error {
  readonly envelope: Envelope;
  constructor(call: string, envelope: Envelope) {
    super(`${call}: ${envelope.code} ${envelope.message} ${JSON.stringify(envelope.fields ?? [])}`);
    this.envelope = envelope;
  }
}

/** The fixed client authorization and the request type that the token endpoint expects ([7.6a,b]). */
const tokenHeaders = (input: Record<string, unknown>): Record<string, string> => ({
  Authorization: CLIENT_AUTHORIZATION,
  'ec-type': input.grant_type === 'refresh_token' ? 'no-token' : 'login',
});

/** A client of /ecapi for scripts and tests: one session, an API key, or neither. */
export class ApiClient {
  readonly baseUrl: string;
  session: SessionUser | null = null;
  /** API key sent instead of a session. */
  apiKey = '';
  language = 'zh-CN';
  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** Makes a call; throws CallFailed for every response other than success. */
  async call<C extends Call>(
    call: C,
    input: InputOf<C>,
    headers: Record<string, string> = {},
  ): Promise<OutputOf<C>> {
    const response = await this.send(call, input as Record<string, unknown>, headers);
    const envelope = (await response.json()) as Envelope<OutputOf<C>>;
    if (envelope.code !== 200) throw new CallFailed(call.id, envelope);
    return envelope.data;
  }

  /** The envelope of a call's response, without checking for success. */
  async envelope<C extends Call>(
    call: C,
    input: unknown,
    headers: Record<string, string> = {},
  ): Promise<Envelope<OutputOf<C>>> {
    return (await (await this.send(call, input as Record<string, unknown>, headers)).json()) as Envelope<
      OutputOf<C>
    >;
  }

  /** Bytes and name of a file response. */
  async download<C extends Call>(
    call: C,
    input: InputOf<C>,
  ): Promise<{ bytes: Uint8Array<ArrayBuffer>; fileName: string }> {
    const response = await this.send(call, input as Record<string, unknown>);
    const disposition = response.headers.get('content-disposition');
    if (!disposition) throw new CallFailed(call.id, (await response.json()) as Envelope);
    const name = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? 'file';
    return { bytes: new Uint8Array(await response.arrayBuffer()), fileName: decodeURIComponent(name) };
  }

  async send(
    call: Call,
    input: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const rest = { ...input };
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
      const value = rest[name];
      delete rest[name];
      return encodeURIComponent(String(value));
    });
    const url = new URL(`${this.baseUrl}/ecapi${path}`);
    const all: Record<string, string> = {
      'Accept-Language': this.language,
      ...(call.id === requestToken.id ? tokenHeaders(input) : {}),
      ...headers,
    };
    if (this.apiKey) all.Authorization = `Bearer ${this.apiKey}`;
    else if (this.session && !('X-Token' in all)) all['X-Token'] = this.session.accessToken;
    let body: BodyInit | undefined;
    if (call.body === 'bytes') {
      body = rest.body as Uint8Array<ArrayBuffer>;
      delete rest.body;
    }
    if (call.body === 'query' || call.body === 'bytes') {
      for (const [key, value] of Object.entries(rest))
        if (value !== undefined) url.searchParams.append(key, String(value));
    } else if (call.body === 'form') {
      body = new URLSearchParams(Object.entries(rest).map(([k, v]) => [k, String(v)]));
    } else if (call.body === 'multipart') {
      const form = new FormData();
      for (const [key, value] of Object.entries(rest))
        form.append(key, value instanceof Blob ? value : String(value));
      body = form;
    } else {
      all['Content-Type'] = 'application/json';
      body = JSON.stringify(rest);
    }
    return fetch(url, { method: call.method, headers: all, ...(body === undefined ? {} : { body }) });
  }

  /** Encrypts a password with a fresh nonce. */
  async seal(password: string): Promise<string> {
    const key = await this.call(getPasswordKey, {});
    return encryptPassword({ ...key, spki: fromBase64(key.spki) }, password);
  }

  async login(username: string, password: string): Promise<this> {
    const sealed = await this.seal(password);
    this.session = await this.call(requestToken, { grant_type: 'password', username, password: sealed });
    return this;
  }

  /** Switches to an enterprise, or with '' back to the person. */
  async switchTo(entId: string): Promise<this> {
    if (!this.session) throw new Error('log in first');
    const refresh_token = this.session.refreshToken;
    this.session = await this.call(requestToken, {
      grant_type: 'refresh_token',
      refresh_token,
      switch_to: entId,
    });
    return this;
  }

  /** Uploads a file and returns its key. */
  async upload(bytes: Uint8Array<ArrayBuffer>, fileType: UploadType = 'PDF'): Promise<string> {
    const fileKey = await sha256Hex(bytes);
    const input = { fileKey, fileType, body: bytes } as InputOf<typeof uploadFile>;
    await this.call(uploadFile, input);
    return fileKey;
  }
}
