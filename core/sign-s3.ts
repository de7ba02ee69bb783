import { type Bytes, toHex, utf8 } from './bytes.ts';

/** A key of an S3 store, and its region. */
export type S3Key = { id: string; secret: string; region: string };

export type S3Request = {
  method: string;
  url: URL;
  /** SHA-256 of the body in hex. */
  bodySha256: string;
  /** Epoch ms. */
  now: number;
};

/** SHA-256 of an empty body. */
export const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * Headers of a request to an S3 store, with `authorization` after AWS Signature Version 4. The path is signed as it is
 * in the URL: its characters must be encoded once, which our keys never need.
 */
export async function signS3(request: S3Request, key: S3Key): Promise<Record<string, string>> {
  const { method, url, bodySha256, now } = request;
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const sent = { 'x-amz-content-sha256': bodySha256, 'x-amz-date': time };
  const signed = Object.entries({ host: url.host, ...sent });
  const names = signed.map(([name]) => name).join(';');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const canonical = [
    method,
    url.pathname,
    query,
    ...signed.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    bodySha256,
  ].join('\n');
  const scope = `${time.slice(0, 8)}/${key.region}/s3/aws4_request`;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(canonical)));
  let signing = utf8(`AWS4${key.secret}`);
  for (const part of scope.split('/')) signing = await hmac(signing, part);
  const signature = await hmac(signing, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${toHex(digest)}`);
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${key.id}/${scope}, SignedHeaders=${names}, Signature=${toHex(signature)}`,
  };
}

/** RFC 3986, as AWS asks for it: encodeURIComponent leaves a few more characters. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

async function hmac(key: Bytes, text: string): Promise<Bytes> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, utf8(text)));
}
