import { type Bytes, fromBase64 } from '#core/bytes.ts';
import { parseOcspRequest } from '#core/pki/ocsp/ocsp-request.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { Context } from '#edge/kernel/context.ts';
import { countFromAddress } from '#edge/kernel/count-from-address.ts';
import { discardRest } from '#edge/kernel/http/discard-rest.ts';
import { readBounded } from '#edge/kernel/http/read-bounded.ts';
import { type Level, nameOf, PKI_PATH } from './addresses.ts';
import { openAuthority } from './authority.ts';
import { FAMILIES, type Family } from './families.ts';
import { answerOcsp, currentCrl } from './revocation.ts';
import { answerTimestamp } from './stamp.ts';

/** Maximum size of a request, bytes; those of RFC 3161 and RFC 6960 have a few hundred. */
const REQUEST_BYTES = 16 * 1024;
/** Limit of one address in a minute for answers that are signed anew, as a signature costs more than its request. */
const SIGNED_PER_MINUTE = 300;
/** Longest time that caches may serve an answer (RFC 5019, clause 6). */
const FRESH_S = 300;

type Serve = (
  context: Context,
  family: Family,
  level: Level,
  request: Request,
  rest: string,
) => Promise<Response>;

const AUTHORITIES = new Map(
  FAMILIES.flatMap((family) =>
    (['issuing', 'root'] as const).map((level) => [nameOf(family, level), { family, level }] as const),
  ),
);

/**
 * Serves the addresses in the product's certificates, publicly: `/pki/ca/rsa.cer`, `/pki/crl/rsa.crl`, `/pki/ocsp/rsa`
 * (POST, or GET with the request in the path: RFC 6960, appendix A) and `/pki/tsa/rsa` (POST, RFC 3161, clause 3.4);
 * `/pki/tsa` is `/pki/tsa/rsa`. `ec`, `sm2`, and for the first two `rsa-root` and so on, likewise.
 */
export async function servePki(request: Request, context: Context): Promise<Response> {
  const [kind = '', name = 'rsa', ...rest] = new URL(request.url).pathname
    .slice(PKI_PATH.length + 1)
    .split('/');
  const serve = SERVES.get(kind);
  const authority = AUTHORITIES.get(name.replace(/\.(?:cer|crl)$/, ''));
  if (!serve || !authority) return plain(404, 'Nothing is here.');
  return serve(context, authority.family, authority.level, request, rest.join('/'));
}

const SERVES = new Map<string, Serve>(
  Object.entries({
    async ca(context, family, level, request) {
      if (!isRead(request)) return notAllowed('GET, HEAD');
      const authority = await openAuthority(context, family);
      const { der } = level === 'root' ? authority.root : authority.issuing;
      return binary('application/pkix-cert', der, { 'Cache-Control': 'public, max-age=86400' });
    },

    async crl(context, family, level, request) {
      if (!isRead(request)) return notAllowed('GET, HEAD');
      const crl = await currentCrl(context, family, level);
      return binary('application/pkix-crl', crl.der, await cacheOf(crl));
    },

    async ocsp(context, family, level, request, rest) {
      if (level === 'root') return plain(404, 'The root has a list only.');
      if (isRead(request)) {
        if (await isTooOften(context)) return tooOften(request);
        const fromPath = readFromPath(rest);
        const answer = await answerOcsp(context, family, fromPath);
        return binary(
          'application/ocsp-response',
          answer.der,
          hasNonce(fromPath) ? NO_STORE : await cacheOf(answer),
        );
      }
      if (request.method !== 'POST') return notAllowed('GET, HEAD, POST');
      if (await isTooOften(context)) return tooOften(request);
      const body = await readBounded(request, REQUEST_BYTES);
      if (!body) return tooLong(request);
      return binary('application/ocsp-response', (await answerOcsp(context, family, body)).der, NO_STORE);
    },

    async tsa(context, family, level, request) {
      if (level === 'root') return plain(404, 'Nothing is here.');
      if (request.method !== 'POST') return notAllowed('POST');
      if (await isTooOften(context)) return tooOften(request);
      const body = await readBounded(request, REQUEST_BYTES);
      if (!body) return tooLong(request);
      const answer = await answerTimestamp(context, family, body);
      return binary('application/timestamp-reply', answer, NO_STORE);
    },
  } satisfies Record<string, Serve>),
);

async function tooLong(request: Request): Promise<Response> {
  await discardRest(request);
  return plain(413, 'The request is too long.');
}

const isTooOften = async (context: Context): Promise<boolean> =>
  (await countFromAddress(context, 'pki-signed', 60_000)) > SIGNED_PER_MINUTE;

async function tooOften(request: Request): Promise<Response> {
  await discardRest(request);
  return plain(429, 'Too many requests: try again in a minute.', { 'Retry-After': '60' });
}

const NO_STORE = { 'Cache-Control': 'no-store' };

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** The request in the path: URL-encoded base64. An unreadable one is answered as malformed. */
function readFromPath(path: string): Bytes {
  try {
    const text = decodeURIComponent(path);
    return text.length > REQUEST_BYTES ? new Uint8Array(0) : fromBase64(text);
  } catch {
    return new Uint8Array(0);
  }
}

function hasNonce(request: Bytes): boolean {
  try {
    return parseOcspRequest(request).nonce !== undefined;
  } catch {
    return true;
  }
}

/** Headers for caches (RFC 5019, clause 6.2). */
async function cacheOf(said: { der: Bytes; thisUpdate: number; nextUpdate: number }) {
  return {
    'Cache-Control': `public, max-age=${FRESH_S}, no-transform, must-revalidate`,
    'Last-Modified': new Date(said.thisUpdate).toUTCString(),
    Expires: new Date(said.nextUpdate).toUTCString(),
    ETag: `"${await sha256Hex(said.der)}"`,
  };
}

/** Public data: pages of other sites may read it, to verify in the browser. */
const binary = (type: string, der: Bytes, headers: Record<string, string>): Response =>
  new Response(der, {
    headers: {
      ...headers,
      'Content-Type': type,
      'Content-Length': String(der.length),
      'X-Content-Type-Options': 'nosniff',
      'Access-Control-Allow-Origin': '*',
    },
  });

const plain = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });

const notAllowed = (allow: string): Response => plain(405, `Use ${allow}.`, { Allow: allow });
