import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { product } from '#tests/product.ts';

const port = (): number => Number(new URL(product().baseUrl).port);

/** Status of each answer to bytes that are sent as they are, and after which nothing more comes. */
function answersTo(lines: readonly string[], body = ''): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port(), '127.0.0.1', () => socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`));
    let said = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      said += text;
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve([]) : reject(error),
    );
    socket.on('close', () =>
      resolve([...said.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))),
    );
  });
}

const CLOSE = 'Connection: close';
const own = () => `Host: 127.0.0.1:${port()}`;

/** Requests under a name that is not the product’s, however it is written; none may come to a page or a call. */
const FOREIGN: Readonly<Record<string, () => string[]>> = {
  'an absolute form': () => ['GET http://evil.example/ecapi/health HTTP/1.1', own(), CLOSE],
  'an absolute form in capitals': () => ['GET HTTP://EVIL.EXAMPLE/ecapi/health HTTP/1.1', own(), CLOSE],
  'an absolute form with a user': () => [
    'GET http://localhost@evil.example/ecapi/health HTTP/1.1',
    own(),
    CLOSE,
  ],
  'a user that looks like a port': () => [
    'GET http://localhost:80@evil.example/ecapi/health HTTP/1.1',
    own(),
    CLOSE,
  ],
  'an absolute form with a trailing dot': () => [
    'GET http://evil.example./ecapi/health HTTP/1.1',
    own(),
    CLOSE,
  ],
  'another scheme': () => ['GET ftp://evil.example/ecapi/health HTTP/1.1', own(), CLOSE],
  'a host that is none': () => ['GET http://[::ffff:/ecapi/health HTTP/1.1', own(), CLOSE],
  'an absolute form without a host': () => ['GET http:///ecapi/health HTTP/1.1', own(), CLOSE],
  'another Host beside ours': () => ['GET /ecapi/health HTTP/1.1', own(), 'Host: evil.example', CLOSE],
  'ours beside another Host': () => ['GET /ecapi/health HTTP/1.1', 'Host: evil.example', own(), CLOSE],
  'a Host with a user': () => ['GET /ecapi/health HTTP/1.1', 'Host: localhost@evil.example', CLOSE],
  'a Host with a path': () => ['GET /ecapi/health HTTP/1.1', 'Host: evil.example/localhost', CLOSE],
  'a Host with a list': () => ['GET /ecapi/health HTTP/1.1', 'Host: localhost, evil.example', CLOSE],
  'a Host whose port is none': () => ['GET /ecapi/health HTTP/1.1', 'Host: localhost:evil.example', CLOSE],
  'a Host whose port is too large': () => ['GET /ecapi/health HTTP/1.1', 'Host: localhost:99999', CLOSE],
  'a Host that begins as ours': () => ['GET /ecapi/health HTTP/1.1', 'Host: 127.0.0.1.evil.example', CLOSE],
  'a Host in other digits': () => ['GET /ecapi/health HTTP/1.1', 'Host: 127.0.0.1%2eevil.example', CLOSE],
  'a Host with a tab': () => ['GET /ecapi/health HTTP/1.1', 'Host: localhost\tevil.example', CLOSE],
  'a Host that is empty': () => ['GET /ecapi/health HTTP/1.1', 'Host:', CLOSE],
  'no Host': () => ['GET /ecapi/health HTTP/1.1', CLOSE],
  'no Host in HTTP/1.0': () => ['GET /ecapi/health HTTP/1.0'],
  'an address beside the Host': () => [
    'GET /ecapi/health HTTP/1.1',
    'Host: evil.example',
    'X-Forwarded-Host: localhost',
    'Forwarded: host=localhost',
    CLOSE,
  ],
};

/** Requests in which a proxy and a server might see different ends: what follows is never taken for another request. */
const SMUGGLED = 'GET /ecapi/health HTTP/1.1\r\nHost: localhost\r\n\r\n';
const FRAMES: Readonly<Record<string, readonly [lines: string[], body: string]>> = {
  'a length and chunks': [['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${SMUGGLED}`],
  'chunks and a length': [['Transfer-Encoding: chunked', 'Content-Length: 4'], `0\r\n\r\n${SMUGGLED}`],
  'two lengths': [['Content-Length: 0', `Content-Length: ${SMUGGLED.length}`], SMUGGLED],
  'a list of lengths': [[`Content-Length: 0, ${SMUGGLED.length}`], SMUGGLED],
  'a length with a sign': [['Content-Length: +0'], SMUGGLED],
  'a negative length': [['Content-Length: -1'], SMUGGLED],
  'a length in another base': [['Content-Length: 0x0'], SMUGGLED],
  'an encoding that nobody knows': [['Transfer-Encoding: xchunked'], `0\r\n\r\n${SMUGGLED}`],
  'an encoding with a tab': [['Transfer-Encoding:\tchunked\t', 'Content-Length: 3'], `0\r\n\r\n${SMUGGLED}`],
  'a chunk whose size is none': [['Transfer-Encoding: chunked'], `zz\r\n\r\n${SMUGGLED}`],
  'a chunk whose size is too large': [['Transfer-Encoding: chunked'], `fffffffffffffffff\r\n\r\n${SMUGGLED}`],
};

describe('a request as nobody should write it', () => {
  it.each(Object.entries(FOREIGN))(
    'that names another site by %s is refused, and not by a fault',
    async (_, make) => {
      for (const status of await answersTo(make())) expect([400, 421]).toContain(status);
    },
  );

  it.each(Object.entries(FRAMES))(
    'that frames its body by %s brings no second one in',
    async (_, [lines, body]) => {
      const answers = await answersTo(['POST /ecapi/health HTTP/1.1', own(), CLOSE, ...lines], body);
      // workerd answers some of them by itself, and closes the connection after any of them.
      expect(answers.length).toBeLessThanOrEqual(1);
    },
  );

  it('is answered where it names ours in its own way', async () => {
    for (const host of [`LOCALHOST:${port()}`, 'localhost', '[::1]:8080', '127.0.0.1:1'])
      expect(await answersTo(['GET /ecapi/health HTTP/1.1', `Host: ${host}`, CLOSE]), host).toEqual([200]);
    expect(await answersTo([`GET http://localhost:${port()}/ecapi/health HTTP/1.1`, own(), CLOSE])).toEqual([
      200,
    ]);
  });
});
