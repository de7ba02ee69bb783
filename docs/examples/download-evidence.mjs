// Downloads the bundle of evidence of the newest finished task. Node 20 or newer, no packages.
// SIGNET_URL, SIGNET_KEY (scope read). FOLDER: where it is written. `npm run verify -- FILE` and VERIFY.md in it check it.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const { SIGNET_URL, SIGNET_KEY, FOLDER = '.' } = process.env;
const headers = { Authorization: `Bearer ${SIGNET_KEY}`, 'Accept-Language': 'en-US' };
const call = (path) => fetch(`${SIGNET_URL}/ecapi/docmanager/assemble/plan${path}`, { headers });

const { code, message, data } = await (await call('/page?box=finished&size=20')).json();
if (code !== 200) throw new Error(`${code} ${message}`);
const task = data.records.find(({ endReason }) => endReason === 'COMPLETED');
if (!task) throw new Error('No task is finished yet.');
const answer = await call(`/evidence/${task.planId}`);
if (!answer.headers.get('content-disposition')) throw new Error((await answer.json()).message);
const file = join(FOLDER, `${task.number}-evidence.zip`);
await writeFile(file, Buffer.from(await answer.arrayBuffer()));
console.log('written', file);
