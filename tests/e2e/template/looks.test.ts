import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toHex } from '#core/bytes.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { placeControl } from '#core/docx/place-control.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate, uploadTemplateFile } from '#core/template/version-calls.ts';
import { findWordEngine } from '#scripts/product/word-engine.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs, speak } from '#tests/e2e/open-as.ts';
import { makeDocx, paragraph } from '#tests/fixtures/docx/make-docx.ts';
import { companyWithAdmin } from '#tests/fixtures/people.ts';
import {
  aField,
  anAnchor,
  aSigner,
  contentKey,
  KEYS,
  webTemplate,
} from '#tests/fixtures/template-content.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

const engine = process.env.WORD_URL ? 'a service' : (await findWordEngine('soffice'))?.kind;

/** Every screen of templates in every language, in both themes, on a desk and on a phone. */

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const FACTS = { businessType: 'SALES', sceneType: 'ENT' } as const;

/** A web template whose own words are no Chinese, so that the rest of the page shows its language. */
async function makeWeb(admin: ApiClient): Promise<string> {
  const { id } = await admin.call(saveTemplate, { ...FACTS, templateName: 'Supply', templateType: 'WEB' });
  const content = webTemplate('Both parties agree. ');
  const [heading, number, amount, seals] = content.body.content;
  content.body.content = [
    { ...heading!, content: [{ type: 'text', text: 'Supply contract' }] } as typeof heading & object,
    { ...number!, content: [{ type: 'field', attrs: { field: KEYS.number } }] } as typeof number & object,
    {
      ...amount!,
      content: [
        { type: 'text', text: 'Total ' },
        { type: 'field', attrs: { field: KEYS.amount } },
      ],
    } as typeof amount & object,
    {
      ...seals!,
      content: [KEYS.sellerSeal, KEYS.buyerSeal].map((anchor) => ({ type: 'seal', attrs: { anchor } })),
    } as typeof seals & object,
  ];
  content.fields = [
    aField('Number', { key: KEYS.number }),
    aField('Amount', { key: KEYS.amount, types: ['AMOUNT'], position: 2 }),
  ];
  content.signers = [
    aSigner(KEYS.seller, 'Seller', 'ENTERPRISE'),
    aSigner(KEYS.buyer, 'Buyer', 'PERSON', { position: 2 }),
  ];
  await admin.call(publishTemplate, { id, number: 0, content });
  return id;
}

async function makeWord(admin: ApiClient): Promise<string> {
  const { id } = await admin.call(saveTemplate, { ...FACTS, templateName: 'Order', templateType: 'WORD' });
  const [number, seal, party] = ['number', 'seal', 'party'].map(contentKey) as [string, string, string];
  let docx = openDocx(makeDocx({ body: paragraph('Number: 0') + paragraph('Seal here') }));
  for (const [at, key] of [
    [{ paragraph: 0, from: 8, to: 9 }, number],
    [{ paragraph: 1, from: 0, to: 4 }, seal],
  ] as const)
    docx = openDocx(placeControl(docx, at, { key, title: key }));
  const fileKey = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', docx.bytes)));
  await admin.call(uploadTemplateFile, { id, fileKey, fileType: 'DOCX', body: docx.bytes } as never);
  await admin.call(publishTemplate, {
    id,
    number: 0,
    content: {
      kind: 'WORD',
      docx: fileKey,
      rowFields: {},
      fields: [aField('Number', { key: number })],
      rows: [],
      options: [],
      signers: [aSigner(party, 'Seller', 'ENTERPRISE')],
      anchors: [anAnchor(seal, party, { kind: 'ENT_SEAL', width: 40, height: 40 })],
    },
  });
  return id;
}

interface Screen {
  name: string;
  path: string;
  /** Resolves when it shows what it is for. */
  ready: (page: Page) => Promise<unknown>;
}

const screens = (web: string, word: string): Screen[] => [
  {
    name: 'list',
    path: '/company/frontTemplateFile',
    ready: (page) => page.getByRole('link', { name: 'Supply' }).first().waitFor(),
  },
  {
    name: 'web',
    path: `/company/frontTemplateFile/webTemplate?id=${web}`,
    ready: (page) => page.locator('.ProseMirror').getByText('Supply contract').waitFor(),
  },
  {
    name: 'word',
    path: `/company/frontWordPreview?id=${word}`,
    async ready(page) {
      await page.getByText('Number', { exact: true }).first().waitFor();
      if (engine) await page.locator('[data-page="0"] canvas').first().waitFor();
    },
  },
  {
    name: 'fill',
    path: `/entcontract/startEntContract?template=${web}`,
    ready: (page) => page.getByRole('textbox', { name: /^Number/ }).waitFor(),
  },
  {
    name: 'roles',
    path: '/company/frontTemplateRole',
    ready: (page) => page.locator('table, [role=list]').first().waitFor(),
  },
  {
    name: 'fields',
    path: '/company/frontTemplateField',
    ready: (page) => page.locator('table, [role=list]').first().waitFor(),
  },
];

/** Keys of texts that were not found, and places of theirs that were not filled. */
const UNTRANSLATED = /\b(?:template|templateEdit|templateWord|wizard|ui):[\w.]+|\{\{?\w+\}?\}/;

const THEMES = ['light', 'dark'] as const;

it.each(['zh-CN', 'zh-TW', 'en-US'])(
  'each screen of templates is whole in %s, in light and dark, at 1440 and 390 px',
  async (language) => {
    const { admin, ent, boss } = await companyWithAdmin({ isBiz: true });
    const [web, word] = [await makeWeb(admin), await makeWord(admin)];
    const user = await newUser(browser, { language });
    await speak(user, language);
    const { page } = user;
    for (const { name, path, ready } of screens(web, word)) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openAs(page, admin, path, ent.id);
      await ready(page);
      // One opening for all looks: what a screen shows follows the window and the theme at once.
      for (const width of [1440, 390])
        for (const colorScheme of THEMES) {
          const look = `${name} ${width} ${colorScheme}`;
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          expect(await flaws(page), look).toEqual([]);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(wide, look).toBe(width);
          await screenshot(page, `templates-${name}-${language}-${width}-${colorScheme}`);
        }
      // what is read out, names of buttons among it
      const shown = (await page.locator('body').ariaSnapshot())
        .replaceAll(ent.name, '')
        .replaceAll(boss.name, '')
        // languages are named in themselves, and fonts as the file names them
        .replaceAll(/简体中文|繁體中文|宋体/g, '');
      expect(shown, name).not.toMatch(UNTRANSLATED);
      if (language === 'en-US') expect(shown.match(/\p{Script=Han}+/gu), name).toBeNull();
      else expect(shown, name).toMatch(/\p{Script=Han}/u);
    }
    expect(await problemsLeft(user.problems)).toEqual([]);
    await user.context.close();
  },
);
