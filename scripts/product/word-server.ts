import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Engine } from './word-engine.ts';

/** Maximum size of a Word file including its pictures; uploads are smaller. */
const MOST_BYTES = 40 * 1024 * 1024;
/** Maximum number of waiting files; further clients have to retry. */
const MOST_WAITING = 12;

/**
 * Implements Gotenberg's protocol for Word files: `POST /forms/libreoffice/convert` with a file in a multipart form
 * returns its PDF; `GET /health`. Converts one file at a time. `authorization` is the header that clients must send.
 */
export function wordServer(engine: Engine, authorization: string): Server {
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();

  async function convert(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== authorization) return say(response, 401, 'Unauthorized');
    const body = await readBody(request);
    if (!body) return say(response, 413, 'The file is too large');
    const docx = await fileOf(request, body);
    if (!docx) return say(response, 400, 'Send one docx file in the field files');
    if (waiting >= MOST_WAITING) return say(response, 503, 'Too many files wait');
    waiting++;
    // A client that has gone while it waited needs no file.
    const mine = turn.then(() => (response.destroyed ? null : engine.convert(docx)));
    turn = mine.catch(() => {});
    try {
      const pdf = await mine;
      if (!pdf) return say(response, 400, 'LibreOffice does not open the file');
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': pdf.length }).end(pdf);
    } finally {
      waiting--;
    }
  }

  return createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/health') return say(response, 200, 'up');
    if (request.method !== 'POST' || request.url !== '/forms/libreoffice/convert')
      return say(response, 404, 'Not Found');
    convert(request, response).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      if (!response.headersSent) say(response, 503, 'LibreOffice does not answer');
    });
  });
}

function say(response: ServerResponse, status: number, words: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(words);
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
