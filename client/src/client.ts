/** Bytes of a file, as `fetch` takes them. */
export type Bytes = Uint8Array<ArrayBuffer> | ArrayBuffer | Blob;

/** A file as the server names it. */
export interface File {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly fileName: string;
}

/** One call of the server. `In` and `Out` are the types of what it takes and answers; nothing carries them at run time. */
export interface Call<In, Out> {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body: 'query' | 'json' | 'form' | 'multipart' | 'bytes';
  /** Answers a file. */
  readonly file?: boolean;
  /** Has one effect however often it is sent under one request id. */
  readonly once?: boolean;
  /** Of a list that goes on below a row: the property of a row that names it. */
  readonly after?: string;
  readonly types?: (input: In) => Out;
}

/** A refusal of the server. `code` is stable; `message` is a sentence for people in the client's language. */
export class SignetError extends Error {
  override readonly name = 'SignetError';
  readonly code: number;
  /** Of the request, for the log of the server. */
  readonly requestId: string;
  /** For rejected input: the path of each invalid field, and its problem. */
  readonly fields: readonly { path: string; problem: string }[];
  /** Seconds after which it is worth trying again; undefined if that would not help. */
  readonly retryAfter: number | undefined;

  constructor(
    { code, message, requestId = '', fields = [] }: Envelope<unknown>,
    retryAfter: number | undefined = undefined,
  ) {
    super(message);
    this.code = code;
    this.requestId = requestId;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

interface Envelope<T> {
  readonly code: number;
  readonly message: string;
  readonly data?: T;
  readonly requestId?: string;
  readonly fields?: readonly { path: string; problem: string }[];
}

export interface SignetOptions {
  /** Address of the server, such as `https://sign.example.com`. */
  readonly url: string;
  /** API key: `signet_…`. */
  readonly key: string;
  /** Language of messages and of files that are made; zh-CN by default. */
  readonly language?: 'zh-CN' | 'zh-TW' | 'en-US';
  /** Further attempts after a lost connection or an answer with Retry-After, for calls where that is safe; 2 by default. */
  readonly retries?: number;
  readonly fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /** Request id of a call that changes something: the same id with the same input has one effect. Random by default. */
  readonly requestId?: string;
  readonly signal?: AbortSignal;
}

/**
 * A client for programs of an enterprise.
 *
 *     const signet = new Signet({ url: 'https://sign.example.com', key: process.env.SIGNET_KEY });
 *     const { planId } = await signet.call(sendFromTemplate, { templateId, fields, signers });
 */
export class Signet {
  readonly #options: SignetOptions;

  constructor(options: SignetOptions) {
    this.#options = options;
  }

  /** Makes a call. Throws SignetError for a refusal, and what `fetch` throws if there is no connection. */
  async call<In, Out>(call: Call<In, Out>, input: In, options: CallOptions = {}): Promise<Out> {
    const { retries = 2 } = this.#options;
    const requestId = options.requestId ?? crypto.randomUUID();
    const mayRepeat = call.method === 'GET' || call.once === true;
    for (let attempt = 0; ; attempt++) {
      const wait = await this.#once(call, input, requestId, options.signal).then(
        (out) => ({ out }),
        (error: unknown) => {
          if (!mayRepeat || attempt >= retries || options.signal?.aborted) throw error;
          // A refusal without Retry-After stays one.
          if (error instanceof SignetError && error.retryAfter === undefined) throw error;
          return { ms: error instanceof SignetError ? error.retryAfter! * 1000 : 500 * 2 ** attempt };
        },
      );
      if ('out' in wait) return wait.out as Out;
      await new Promise((resolve) => setTimeout(resolve, wait.ms));
    }
  }

  /**
   * The rows of a list, page by page; where a row of a list arrives or goes meanwhile, others may be skipped or come
   * twice. A list with `after`, as all have, is exact: it goes on below the last row.
   */
  async *list<In extends { current?: number; size?: number }, Row>(
    call: Call<In, { records: Row[]; total: number }>,
    input: In,
    options?: CallOptions,
  ): AsyncGenerator<Row> {
    const size = input.size ?? 100;
    let last: Row | undefined;
    const next = (current: number) =>
      call.after && last ? { after: String((last as Values)[call.after]) } : { current };
    for (let current = 1; ; current++) {
      const { records } = await this.call(call, { ...input, ...next(current), size }, options);
      yield* records;
      if (records.length < size) return;
      last = records.at(-1);
    }
  }

  async #once(
    { method, path, body, file }: Call<never, unknown>,
    input: unknown,
    requestId: string,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const { url, key, language = 'zh-CN', fetch = globalThis.fetch } = this.#options;
    const { body: bytes, ...values } =
      body === 'bytes' ? (input as Values) : { ...(input as Values), body: null };
    const rest: Values = body === 'bytes' ? values : { ...(input as Values) };
    const at = new URL(
      `${url.replace(/\/$/, '')}/ecapi${path.replace(/:(\w+)/g, (_, name: string) => {
        const value = String(rest[name]);
        delete rest[name];
        return encodeURIComponent(value);
      })}`,
    );
    if (body !== 'json')
      for (const [name, value] of Object.entries(rest))
        if (value !== undefined) at.searchParams.append(name, String(value));
    const response = await fetch(at, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        'Accept-Language': language,
        'X-Request-Id': requestId,
        ...(body === 'json' ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body === 'json' ? { body: JSON.stringify(rest) } : {}),
      ...(body === 'bytes' ? { body: bytes as Bytes } : {}),
      ...(signal ? { signal } : {}),
    });
    const named = response.headers.get('content-disposition');
    if (file && named) {
      const fileName = decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(named)?.[1] ?? 'file');
      return { bytes: new Uint8Array(await response.arrayBuffer()), fileName };
    }
    const envelope = (await response.json()) as Envelope<unknown>;
    if (envelope.code === 200) return envelope.data;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    throw new SignetError(envelope, Number.isFinite(seconds) ? seconds : undefined);
  }
}

type Values = Record<string, unknown>;
