import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Calls that no page makes, and why they are there. */
const WITHOUT_A_PAGE: Record<string, string> = {
  reportDelivery: 'made by the message gateway',
  enterBySso: 'a link of a customer’s system',
  enterToSign: 'a link of a customer’s system',
  enterHome: 'a link of a customer’s system',
  enterConsole: 'a link of a customer’s system',
  sendFromTemplate: 'made by programs; pages send drafts',
  listContacts: 'made by programs; pages keep the shared document of the address book',
  saveContacts: 'made by programs; pages keep the shared document of the address book',
  makeEmbedLink: 'made by programs; pages need no link to themselves',
  makeSendLink: 'made by programs; pages need no link to themselves',
  makeTemplateLink: 'made by programs; pages need no link to themselves',
  verifyDocument: 'made by programs; pages verify in the browser',
  getAuthUrl: 'made by another system of the enterprise',
  cancelAuth: 'made by another system of the enterprise',
  getAuthResult: 'made by another system of the enterprise',
  runJobs: 'made by the product itself',
  rewrapKeys: 'made by npm run keys',
  listBusinessTypes: 'named by the specification; pages take the types from the settings',
  listBannedScreenshots: 'named by the specification; pages take it from the watermarks',
  getPendingSize: 'named by the specification; pages take the counts of all boxes',
  getEnterpriseState: 'named by the specification; pages take the list of enterprises',
  putField: 'named by the specification beside the POST; pages take that',
  countNewByEnterprise: 'named by the specification; pages take the notices',
};

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));

it('every call is made by a page, or it is said who makes it', async () => {
  const pages = [...filesBelow('app'), ...filesBelow('sync')]
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const words = new Set(pages.match(/\w+/g));
  const modules = filesBelow('core').filter((path) => /calls\.ts$/.test(path) && path !== 'core/calls.ts');
  const calls: [name: string, module: string][] = [];
  for (const path of modules) {
    const exported = (await import(/* @vite-ignore */ `#${path}`)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported))
      if (typeof value === 'object' && value !== null && 'path' in value && 'access' in value)
        calls.push([name, path]);
  }
  expect(calls.length).toBeGreaterThan(200);
  const unused = calls.filter(([name]) => !words.has(name)).map(([name]) => name);
  const reasons = Object.keys(WITHOUT_A_PAGE).sort();
  expect([...new Set(unused)].sort(), 'call it from a page, or say why in WITHOUT_A_PAGE').toEqual(reasons);
});
