import { beforeAll, describe, expect, it } from 'vitest';
import { toHex } from '#core/bytes.ts';
import type { Envelope } from '#core/call.ts';
import { rasterize } from '#core/sealart/rasterize.ts';
import { ellipsePath } from '#core/sealart/shapes.ts';
import { writePng } from '#core/sealart/write-png.ts';
import type { ApiClient } from '#tests/client.ts';
import { companyA } from '#tests/fixtures/contracts.ts';
import { registerPerson } from '#tests/fixtures/registration.ts';
import { product } from '#tests/product.ts';

type Operation = { operationId: string };
let paths: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  const document = await fetch(`${product().baseUrl}/ecapi/openapi.json`);
  paths = ((await document.json()) as { paths: typeof paths }).paths;
});

/** A ring of 30 mm at 600 DPI. */
function ringPng(): Uint8Array<ArrayBuffer> {
  const items = [{ path: ellipsePath(15, 15, 14, 14), stroke: '#c01020', strokeWidthMm: 1.5 }];
  return writePng(rasterize({ widthMm: 30, heightMm: 30, items }, 600), 600);
}

/** Where the published document says that a call is: all that somebody has who writes a client of their own. */
function placeOf(id: string): { path: string; method: string } {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId }] of Object.entries(methods))
      if (operationId === id) return { path, method: method.toUpperCase() };
  throw new Error(`${id} is not in the document`);
}

async function ask(
  id: string,
  client?: ApiClient,
  { params = {}, body }: { params?: Record<string, string>; body?: BodyInit } = {},
) {
  const { path, method } = placeOf(id);
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const headers: Record<string, string> = client ? { 'X-Token': client.session!.accessToken } : {};
  const response = await fetch(product().baseUrl + url, { method, headers, ...(body ? { body } : {}) });
  const { code, data } = (await response.json()) as Envelope<Record<string, unknown>>;
  expect(code, `${method} ${url}`).toBe(200);
  return data;
}

describe('a call whose path is not in the specification is found in the published document', () => {
  it('[7.17d] [7.17c] the image code', async () => {
    const { captchaImageBase64, captchaKey } = await ask('identity.getImageCode');
    expect(captchaImageBase64).toMatch(/^data:image\/png;base64,iVBOR/);
    expect(captchaKey).toMatch(/^[\w-]{32}$/);
  });

  it('[7.19a] the menu list, the stamp list, and uploads of stamps by person and enterprise', async () => {
    const { client, id } = await registerPerson();
    const menu = (await ask('identity.userMenus', client)) as unknown as { path: string }[];
    expect(menu.map(({ path }) => path)).toContain('/account');
    const stamps = async () =>
      (await ask('seal.listStamps', client, { params: { userId: id } })) as unknown as {
        stampId: string;
        stampCategory: string;
      }[];
    expect(await stamps()).toEqual([]);
    const png = ringPng();
    const form = new FormData();
    form.set('file', new Blob([png], { type: 'image/png' }), 'mine.png');
    const { stampId } = await ask('seal.saveAutograph', client, { body: form });
    expect(await stamps()).toMatchObject([{ stampId, stampCategory: 'PERSON_AUTOGRAPH' }]);

    const company = await companyA();
    const pictureKey = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', png)));
    const kept = await ask('seal.uploadPicture', company, { params: { pictureKey }, body: png });
    expect(kept).toMatchObject({ pictureKey, widthMm: expect.closeTo(30, 0) });
  });
});
