import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Engine } from './word-engine.ts';

/** Maximum size of a Word file including its pictures; uploads are smaller. */
const MOST_BYTES = 40 * 1024 * 1024;
/** Maximum number of waiting files; further clients have to retry. */
const MOST_WAITING = 40;
/** Maximum wait that a client may ask for, s. */
const MOST_WAIT = 60;
/** Number of results that are kept for clients that ask again, and for how long, ms. */
const CACHE_LIMITS = { files: 8, ms: 600_000, failureMs: 5_000 };
/** Time after which a file that waits for its turn is dropped if nobody asked for it meanwhile, ms. */
const ABANDONED_MS = 60_000;

type Outcome = { pdf: Buffer | null } | { error: unknown };

/** A file that waits, is converted or has been. */
interface Job {
  docx?: Buffer;
  outcome?: Outcome;
  ended: Promise<void>;
  /** Open requests, and when the last one ended. */
  asking: number;
  askedAt: number;
}

/**
 * Implements Gotenberg's protocol for Word files: `POST /forms/libreoffice/convert` with a file in a multipart form
 * returns its PDF; `GET /health`. Converts one file at a time. `authorization` is the header that clients must send.
 *
 * A client that sends `Prefer: wait=SECONDS` (RFC 7240) gets 202 when that time is over, with the path of the conversion
 * in `Location` and how far it is: `{"ahead": files before it, "doing": …}`. It goes on meanwhile; a GET of that path, or
 * the same file once more, joins it or returns what it gave within ten minutes.
 */
export function wordServer(engine: Engine, authorization: string, abandonedMs = ABANDONED_MS): Server {
  const jobs = new Map<string, Job>();
  /** The keys of files that wait; the first one is being converted. */
  const queue: string[] = [];
  let turn: Promise<unknown> = Promise.resolve();

  function add(key: string, docx: Buffer): Job {
    const job: Job = { docx, asking: 0, askedAt: Date.now(), ended: Promise.resolve() };
    jobs.set(key, job);
    queue.push(key);
    job.ended = turn.then(async () => {
      const isAbandoned = job.asking === 0 && Date.now() - job.askedAt >= abandonedMs;
      if (isAbandoned) job.outcome = { error: new Error('nobody waits for the file any more') };
      else
        job.outcome = await engine.convert(docx).then(
          (pdf) => ({ pdf }),
          (error: unknown) => ({ error }),
        );
      delete job.docx;
      queue.shift();
      if ('error' in job.outcome && !isAbandoned)
        console.error(job.outcome.error instanceof Error ? job.outcome.error.message : job.outcome.error);
      forget(key, job, 'error' in job.outcome ? CACHE_LIMITS.failureMs : CACHE_LIMITS.ms);
    });
    turn = job.ended;
    return job;
  }

  /** Drops a result after a while, and the oldest one if there are too many. */
  function forget(key: string, job: Job, afterMs: number): void {
    const drop = (of: string, one: Job) => jobs.get(of) === one && jobs.delete(of);
    setTimeout(() => drop(key, job), afterMs).unref();
    const done = [...jobs].filter(([, { outcome }]) => outcome);
    for (const [of, one] of done.slice(0, -CACHE_LIMITS.files)) drop(of, one);
  }

  async function convert(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (!body) return say(response, 413, 'The file is too large');
    const docx = await fileOf(request, body);
    if (!docx) return say(response, 400, 'Send one docx file in the field files');
    const key = createHash('sha256').update(docx).digest('hex');
    if (!jobs.has(key) && queue.length >= MOST_WAITING) return say(response, 503, 'Too many files wait');
    await answer(key, jobs.get(key) ?? add(key, docx), request, response);
  }

  async function answer(key: string, job: Job, request: IncomingMessage, response: ServerResponse) {
    const wait = /(?:^|[,;\s])wait=(\d{1,5})\b/.exec(String(request.headers.prefer ?? ''))?.[1];
    job.asking++;
    await new Promise<void>((done) => {
      const late =
        wait === undefined ? undefined : setTimeout(done, Math.min(Number(wait), MOST_WAIT) * 1_000);
      response.once('close', done);
      void job.ended.then(done).finally(() => clearTimeout(late));
    });
    job.asking--;
    job.askedAt = Date.now();
    if (response.destroyed) return;
    if (!job.outcome) return sayHowFar(response, key);
    if ('error' in job.outcome) return say(response, 503, 'LibreOffice does not answer');
    const { pdf } = job.outcome;
    if (!pdf) return say(response, 400, 'LibreOffice does not open the file');
    response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': pdf.length }).end(pdf);
  }

  function sayHowFar(response: ServerResponse, key: string): void {
    const headers = { 'content-type': 'application/json', location: `/conversions/${key}` };
    const ahead = Math.max(0, queue.indexOf(key));
    response.writeHead(202, headers).end(JSON.stringify({ ahead, doing: engine.doing() }));
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '' } = request;
    if (method === 'GET' && url === '/health') return say(response, 200, 'up');
    const isFile = method === 'POST' && url === '/forms/libreoffice/convert';
    const key = method === 'GET' && /^\/conversions\/([0-9a-f]{64})$/.exec(url)?.[1];
    if (!isFile && !key) return say(response, 404, 'Not Found');
    if (request.headers.authorization !== authorization) return say(response, 401, 'Unauthorized');
    if (isFile) return convert(request, response);
    const job = key ? jobs.get(key) : undefined;
    if (!key || !job) return say(response, 404, 'Not Found');
    await answer(key, job, request, response);
  }

  return createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      if (!response.headersSent) say(response, 503, 'LibreOffice does not answer');
    });
  });
}

function say(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(message);
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MOST_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function fileOf(request: IncomingMessage, body: Buffer): Promise<Buffer | undefined> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => undefined);
  const files = form?.getAll('files').filter((file) => typeof file !== 'string') ?? [];
  const [file] = files;
  if (!file || files.length !== 1 || !file.name.endsWith('.docx')) return undefined;
  return Buffer.from(await file.arrayBuffer());
}
