import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { forConversion } from '#core/docx/for-conversion.ts';
import { readLaidOut } from '#core/docx/laid-out.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { placeControl } from '#core/docx/place-control.ts';
import type { Env } from '#edge/kernel/env.ts';
import { openWordConverter } from '#edge/kernel/providers/word.ts';
import { usageOf } from '#scripts/product/waited-ms.ts';
import { embeddedEngine, type WasmOptions } from '#scripts/product/word-embedded.ts';
import { type Doing, describeEngine, type Engine, findWordEngine } from '#scripts/product/word-engine.ts';
import { wordServer } from '#scripts/product/word-server.ts';
import { makeDocx, paragraph, run } from '#tests/fixtures/docx/make-docx.ts';
import { FACES, layOut, soffice } from '#tests/fixtures/docx/soffice.ts';

const servers: Server[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  vi.restoreAllMocks();
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const converter = (env: object) => openWordConverter({ env: env as Env });
const DOCX = new Uint8Array([80, 75, 3, 4]) as Bytes;
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.name,
  );

describe('the service that lays Word files out', () => {
  it('is asked as Gotenberg is: a multipart form with the file and both options', async () => {
    let form: FormData | undefined;
    let said: { path?: string; authorization?: string } = {};
    const gotenberg = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      said = {
        path: `${request.method} ${request.url}`,
        authorization: String(request.headers.authorization),
      };
      form = await new Response(Buffer.concat(parts), {
        headers: { 'content-type': request.headers['content-type'] ?? '' },
      }).formData();
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7 …');
    });
    const url = await listen(gotenberg);
    const word = converter({ WORD_URL: `${url}/`, WORD_AUTHORIZATION: 'Basic abc' });
    expect(new TextDecoder().decode(await word.convert(DOCX))).toBe('%PDF-1.7 …');
    expect(said).toEqual({ path: 'POST /forms/libreoffice/convert', authorization: 'Basic abc' });
    expect(form?.get('exportBookmarksToPdfDestination')).toBe('true');
    expect(form?.get('exportFormFields')).toBe('false');
    const file = form?.get('files') as File;
    expect([file.name, [...new Uint8Array(await file.arrayBuffer())]]).toEqual(['file.docx', [...DOCX]]);
    expect(word.faces).toMatchObject({ SONG: 'Noto Serif CJK SC', HEI: 'Noto Sans CJK SC' });
    expect(converter({ WORD_URL: url, WORD_FONTS: 'A, B' }).faces).toEqual({
      SONG: 'A',
      HEI: 'B',
      KAI: 'A',
      FANGSONG: 'A',
    });
  });

  it('is missing, dead, wrong or refuses: each a sentence, and none of its words are passed on', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(() => converter({})).toThrow('WORD_NOT_AVAILABLE');
    expect(await outcome(converter({ WORD_URL: 'http://127.0.0.1:9' }).convert(DOCX))).toBe('WORD_FAILED');
    let answer = [200, '<html>secret</html>'] as [number, string];
    const wrong = await listen(createServer((_, response) => response.writeHead(answer[0]).end(answer[1])));
    for (answer of [
      [200, '<html>secret</html>'],
      [503, 'secret'],
      [400, 'secret'],
      [302, ''],
    ] as [number, string][])
      expect(await outcome(converter({ WORD_URL: wrong }).convert(DOCX))).toBe('WORD_FAILED');
    expect(JSON.stringify(log.mock.calls)).not.toContain('secret');
  });

  it('is slow: the wait has an end', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const after = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(90_000);
      return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    });
    const slow = await listen(createServer(() => {}));
    expect(await outcome(converter({ WORD_URL: slow }).convert(DOCX))).toBe('WORD_FAILED');
    expect(after).toHaveBeenCalledOnce();
  });
});

describe('the service that is being restarted', () => {
  const restarting = async (answers: ('reset' | 503 | 200)[]) => {
    const asked: string[] = [];
    const url = await listen(
      createServer(async (request, response) => {
        for await (const _ of request);
        const next = answers.shift();
        asked.push(String(next));
        if (next === 'reset') return void request.socket.destroy();
        response.writeHead(next ?? 500).end('%PDF-1.7');
      }),
    );
    return { asked, convert: () => outcome(converter({ WORD_URL: url }).convert(DOCX)) };
  };

  it('is asked once more, whether it drops the connection or says that it starts', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    for (const first of ['reset', 503] as const) {
      const service = await restarting([first, 200, 200]);
      expect(await service.convert()).toBe('done');
      expect(service.asked).toEqual([String(first), '200']);
    }
    for (const both of ['reset', 503] as const) {
      const service = await restarting([both, both, 200]);
      expect(await service.convert()).toBe('WORD_FAILED');
      expect(service.asked).toEqual([String(both), String(both)]);
    }
    expect(log).toHaveBeenCalled();
  });

  it('is not called again if it rejects the file or its response is not a PDF', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const refusals: number[] = [];
    const url = await listen(
      createServer((_, response) => {
        refusals.push(400);
        response.writeHead(400).end();
      }),
    );
    expect(await outcome(converter({ WORD_URL: url }).convert(DOCX))).toBe('WORD_FAILED');
    expect(refusals).toEqual([400]);
  });
});

describe('the service of this machine', () => {
  const engine = (convert: Engine['convert'], doing: () => Doing = () => 'converting'): Engine => ({
    convert,
    doing,
    stop: () => {},
  });

  it('takes one file from whoever knows its word, and says what is wrong with anything else', async () => {
    const url = await listen(
      wordServer(
        engine(async (docx) => Buffer.from(`%PDF-${docx.length}`)),
        'Bearer x',
      ),
    );
    const word = converter({ WORD_URL: url, WORD_AUTHORIZATION: 'Bearer x' });
    expect(new TextDecoder().decode(await word.convert(DOCX))).toBe('%PDF-4');
    const status = async (init: RequestInit, path = '/forms/libreoffice/convert') =>
      (await fetch(url + path, { method: 'POST', ...init })).status;
    const headers = { authorization: 'Bearer x' };
    const form = (name: string) => {
      const made = new FormData();
      made.append('files', new File(['a'], name));
      return made;
    };
    expect(await status({ body: form('a.docx') })).toBe(401);
    expect(await status({ headers, body: form('a.odt') })).toBe(400);
    expect(await status({ headers, body: 'a' })).toBe(400);
    expect(await status({ headers, body: form('a.docx') }, '/forms/chromium/convert/url')).toBe(404);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  it('goes on after a file that LibreOffice does not open, or died of', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const answers = [null, new Error('ended'), Buffer.from('%PDF-1')];
    const url = await listen(
      wordServer(
        engine(async () => {
          const next = answers.shift()!;
          if (next instanceof Error) throw next;
          return next;
        }),
        'Bearer x',
      ),
    );
    const word = converter({ WORD_URL: url, WORD_AUTHORIZATION: 'Bearer x' });
    const all = await Promise.all(
      [1, 2, 3].map((last) => outcome(word.convert(new Uint8Array([...DOCX, last])))),
    );
    expect(all.sort()).toEqual(['WORD_FAILED', 'WORD_FAILED', 'done']);
  });

  it('tells how far a file is and goes on without its asker: others join it, one conversion', async () => {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    let doing: Doing = 'starting';
    const slow = engine(
      async (docx) => {
        begun.push(docx.toString());
        await new Promise<void>((end) => ends.set(docx.toString(), end));
        return Buffer.from(`%PDF-${docx}`);
      },
      () => doing,
    );
    const url = await listen(wordServer(slow, 'Bearer x'));
    const ask = (name: string, signal?: AbortSignal) => {
      const form = new FormData();
      form.append('files', new File([name], 'file.docx'));
      return fetch(`${url}/forms/libreoffice/convert`, {
        method: 'POST',
        headers: { authorization: 'Bearer x', prefer: 'wait=0' },
        body: form,
        ...(signal ? { signal } : {}),
      });
    };
    const first = await ask('a');
    expect([first.status, await first.json()]).toEqual([202, { ahead: 0, doing: 'starting' }]);
    doing = 'startingAgain';
    const second = await ask('b');
    expect([second.status, await second.json()]).toEqual([202, { ahead: 1, doing: 'startingAgain' }]);
    const path = first.headers.get('location')!;
    const look = (headers: Record<string, string>) => fetch(url + path, { headers });
    expect((await look({})).status).toBe(401);
    expect(
      (await fetch(`${url}/conversions/${'0'.repeat(64)}`, { headers: { authorization: 'Bearer x' } }))
        .status,
    ).toBe(404);
    // one who waits for it leaves, another one joins
    const leaving = new AbortController();
    const left = look({ authorization: 'Bearer x' });
    const alsoLeft = outcome(
      fetch(url + path, { headers: { authorization: 'Bearer x' }, signal: leaving.signal }),
    );
    leaving.abort();
    expect(await alsoLeft).toBe('AbortError');
    ends.get('a')!();
    expect(await (await left).text()).toBe('%PDF-a');
    await expect.poll(() => begun).toEqual(['a', 'b']);
    ends.get('b')!();
    await expect.poll(async () => (await ask('b')).status).toBe(200);
    // it is kept for those who come back
    expect(await (await ask('a')).text()).toBe('%PDF-a');
    expect(begun).toEqual(['a', 'b']);
  });

  it('drops a file that waits for its turn if nobody asked for it in the meantime', async () => {
    const begun: string[] = [];
    let end = () => {};
    const slow = engine(async (docx) => {
      begun.push(docx.toString());
      if (begun.length === 1) await new Promise<void>((done) => (end = done));
      return Buffer.from('%PDF-1');
    });
    const url = await listen(wordServer(slow, 'Bearer x', 0));
    const ask = (name: string, wait: number) => {
      const form = new FormData();
      form.append('files', new File([name], 'file.docx'));
      const headers = { authorization: 'Bearer x', prefer: `wait=${wait}` };
      return fetch(`${url}/forms/libreoffice/convert`, { method: 'POST', headers, body: form });
    };
    await ask('a', 0);
    await ask('left', 0);
    const wanted = ask('c', 60);
    await expect.poll(() => ask('d', 0).then(({ status }) => status)).toBe(202);
    end();
    expect((await wanted).status).toBe(200);
    expect(begun).toEqual(['a', 'c']);
  });

  it('is asked by the product until the file is done, or until its caller has waited long enough', async () => {
    let end = () => {};
    const ended = new Promise<void>((done) => (end = done));
    const slow = engine(
      async () => {
        await ended;
        return Buffer.from('%PDF-1');
      },
      () => 'starting',
    );
    const url = await listen(wordServer(slow, 'Bearer x'));
    const word = converter({ WORD_URL: url, WORD_AUTHORIZATION: 'Bearer x' });
    const steps: string[] = [];
    const first = word.convert(DOCX, (step) => {
      steps.push(step);
      if (steps.length >= 2) end();
    });
    const second = outcome(word.convert(new Uint8Array([...DOCX, 1]), (step) => steps.push(`2nd ${step}`)));
    expect(new TextDecoder().decode(await first)).toBe('%PDF-1');
    expect(await second).toBe('done');
    expect(steps).toContain('starting');
    expect(steps).toContain('2nd waiting:1');
    const never = await listen(
      wordServer(
        engine(() => new Promise(() => {})),
        'Bearer x',
      ),
    );
    const began = Date.now();
    const waiting = outcome(
      converter({ WORD_URL: never, WORD_AUTHORIZATION: 'Bearer x' }).convert(DOCX, () => {
        vi.spyOn(Date, 'now').mockReturnValue(began + 90_000);
      }),
    );
    expect(await waiting).toBe('WORD_UNDER_WAY');
  });

  it('may not send the product elsewhere with its progress', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const good = `/conversions/${'a'.repeat(64)}`;
    for (const [location, body] of [
      ['//elsewhere.example/x', '{"ahead":0,"doing":"starting"}'],
      [good, '{"ahead":-1,"doing":"starting"}'],
      [good, '{"ahead":0,"doing":"<b>"}'],
      [good, 'no JSON'],
    ] as const) {
      const url = await listen(
        createServer((_, response) => response.writeHead(202, { location }).end(body)),
      );
      expect(await outcome(converter({ WORD_URL: url }).convert(DOCX))).toBe('WORD_FAILED');
    }
  });
});

describe('the embedded LibreOffice', () => {
  function embedded(
    plan: string,
    { idleMs = 60_000, withinMs = 100_000, ...more }: Partial<WasmOptions> = {},
  ) {
    const folder = mkdtempSync(join(tmpdir(), 'signet-stall-'));
    folders.push(folder);
    const file = join(folder, 'plan');
    writeFileSync(file, plan);
    const program = new URL('../../fixtures/docx/stalling.cjs', import.meta.url).pathname;
    const made = embeddedEngine([file], {
      file: program,
      startMs: 4_000,
      convertMs: 4_000,
      withinMs,
      idleMs,
      ...more,
    });
    return { ...made, left: () => readFileSync(file, 'utf8') };
  }
  const converted = async (made: { convert(docx: Buffer): Promise<Buffer | null> }) =>
    (await made.convert(Buffer.from('abc')))?.toString() ?? null;

  it('is started by the first file, stays for the next, and starts anew where it stalls or dies', async () => {
    const good = embedded('ggg');
    expect(good.left()).toBe('ggg');
    expect([await converted(good), await converted(good)]).toEqual(['%PDF-3', '%PDF-3']);
    expect(good.left()).toBe('gg');
    good.stop();
    const bad = embedded('sxdg');
    expect(await converted(bad)).toBe('%PDF-3');
    bad.stop();
    // A file on which it stalls is converted once more; then the file is refused, and the next one starts it again.
    const hopeless = embedded('dxhsg');
    await expect(converted(hopeless)).rejects.toThrow('LibreOffice stalls');
    expect(hopeless.left()).toBe('sg');
    expect(await converted(hopeless)).toBe('%PDF-3');
    hopeless.stop();
    const refusing = embedded('n');
    expect(await converted(refusing)).toBeNull();
    refusing.stop();
  });

  it('has a time for each file, however often its start stalls or crashes', async () => {
    const slow = embedded('ssssssg', { withinMs: 2_000 });
    await expect(converted(slow)).rejects.toThrow('LibreOffice is too slow');
    expect(slow.left().length).toBeGreaterThan(1);
    slow.stop();
    const broken = embedded(`${'x'.repeat(10)}g`);
    await expect(converted(broken)).rejects.toThrow(/LibreOffice (ended|stalls)/);
    expect(broken.left()).toBe('g');
    expect(await converted(broken)).toBe('%PDF-3');
    broken.stop();
  });

  it('is known to stall where it neither runs nor waits for a processor, before its time ends', async () => {
    const times = { startMs: 1e9, convertMs: 1e9 };
    const still = embedded('sg', { ...times, usage: usageOf });
    expect(await converted(still)).toBe('%PDF-3');
    expect(still.left()).toBe('');
    still.stop();
  });

  it('has all its time on a busy machine as long as it goes on, not if it only wakes to sleep', async () => {
    const times = { startMs: 1e9, convertMs: 1e9, withinMs: 10_000 };
    // per look it waits for a processor, and what it gets is a slice of 3 ms
    let asked = 0;
    const busy = () => ({ ran: 3 * ++asked, waited: 190 * asked, slices: asked });
    const waiting = embedded('sg', { ...times, usage: busy });
    await expect(converted(waiting)).rejects.toThrow('LibreOffice is too slow');
    expect(waiting.left()).toBe('g');
    waiting.stop();
    // as a LibreOffice whose main thread waits for a thread that does not come, on a busy machine
    let woken = 0;
    const usage = () => ({ ran: 8 * ++woken, waited: 100 * woken, slices: 400 * woken });
    const asleep = embedded('sg', { ...times, withinMs: 60_000, usage });
    expect(await converted(asleep)).toBe('%PDF-3');
    expect(asleep.left()).toBe('');
    asleep.stop();
  });

  it('may use so much time of a processor, however long that takes on the clock', async () => {
    let looks = 0;
    const usage = () => ({ ran: ++looks * 100, waited: 0, slices: looks });
    const endless = embedded('sg', { startMs: 3_000, convertMs: 1e9, usage });
    expect(await converted(endless)).toBe('%PDF-3');
    expect(endless.left()).toBe('');
    endless.stop();
  });

  it('ends when nothing comes, and comes back with the next file', async () => {
    const made = embedded('gg', { idleMs: 50 });
    await converted(made);
    await expect.poll(() => converted(made).then(() => made.left()), { interval: 200 }).toBe('');
    made.stop();
  });
});

it('says which engine was found', async () => {
  expect(describeEngine({ kind: 'soffice', confined: true, program: '/x', version: '7.4.7' })).toContain(
    'LibreOffice 7.4.7 of this machine',
  );
  expect(describeEngine({ kind: 'wasm', version: '2.7.2' })).toContain('started when the first one comes');
  expect(describeEngine(undefined)).toMatch(/install LibreOffice .*WORD_URL/);
  expect(await findWordEngine('wasm')).toMatchObject({ kind: 'wasm', version: '2.7.2' });
});

const withLibreOffice = () => {
  const GRID =
    '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1800" w:bottom="1440" w:left="1800"/><w:docGrid w:type="lines" w:linePitch="312"/>';

  it('reports the position of a seal, which moves with the text', async () => {
    const placed = async (name: string) => {
      let docx = openDocx(makeDocx({ body: paragraph(`甲方：${name}（盖章）后`), section: GRID }));
      const from = `甲方：${name}`.length;
      docx = openDocx(
        placeControl(docx, { paragraph: 0, from, to: from + 4 }, { key: 'k000000001', title: '章' }),
      );
      const { bytes, marks } = forConversion(docx, { faces: FACES, paragraphs: true });
      return readLaidOut(await layOut(bytes), marks, 1);
    };
    const short = await placed('某公司');
    expect(short.pages).toEqual(
      [{ widthMm: 210.06, heightMm: 297.04 }].map(() => expect.objectContaining({})),
    );
    expect(short.engine).toContain('LibreOffice');
    const [box] = short.boxes;
    // Six squares of 12 pt behind a margin of 31.75 mm; four squares wide; a line of the grid high.
    const square = (12 / 72) * 25.4;
    expect(box!.x).toBeCloseTo(31.75 + 6 * square, 0);
    // LibreOffice puts what is left of the page beside whole lines of the grid above and below them.
    const line = (15.6 / 72) * 25.4;
    expect(box!.y).toBeCloseTo(25.4 + ((297.04 - 2 * 25.4) % line) / 2, 0);
    expect(box!.width).toBeCloseTo(4 * square, 0);
    expect(Math.abs(box!.height - square)).toBeLessThan(1.6);
    expect(short.starts).toEqual([expect.objectContaining({ paragraph: 0, page: 1 })]);
    const long = await placed('某某设备采购及技术服务（集团）股份有限责任公司'.repeat(2));
    expect(long.boxes[0]!.y - box!.y).toBeCloseTo((15.6 / 72) * 25.4, 0);
    expect(new TextDecoder('latin1').decode(short.pdf)).not.toMatch(/SgM|SgP/);
  });

  it('lays a line of 12 pt on one line of the grid, not on two', async () => {
    const lines = makeDocx({
      body: Array.from({ length: 40 }, () => paragraph(run('甲方'))).join(''),
      section: GRID,
    });
    const { bytes, marks } = forConversion(openDocx(lines), { faces: FACES, paragraphs: true });
    const { starts } = readLaidOut(await layOut(bytes), marks, 40);
    expect(starts).toHaveLength(40);
    expect((starts[39]!.y - starts[0]!.y) / 39).toBeCloseTo((15.6 / 72) * 25.4, 1);
  });
};

if (soffice) describe('LibreOffice of this machine', withLibreOffice);
else it('is not asked, as there is no LibreOffice on this machine', () => expect(soffice).toBeUndefined());
