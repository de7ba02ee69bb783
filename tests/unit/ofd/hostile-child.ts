/**
 * Opens, measures, draws, searches and verifies the OFD file that is named, and prints as JSON what each call cost and
 * answered and how much the process has grown. Run by hostile.test.ts in a process of its own with a small heap.
 */
import { readFileSync } from 'node:fs';
import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { openVolume, papersOf } from '#core/ofd/model/open-volume.ts';
import type { OfdDocument } from '#core/ofd/model/types.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { findText } from '#core/ofd/text/find-text.ts';
import { verifyOfd } from '#core/ofd/verify/verify-ofd.ts';
import { peakMemory } from '#tests/fixtures/peak-memory.ts';

const bytes = new Uint8Array(readFileSync(process.argv[2]!)) as Bytes;
const before = process.memoryUsage().rss;
const calls: { call: string; ms: number; spent: number; most: number; answer: string }[] = [];
let document: OfdDocument | undefined;
const run = async (call: string, task: () => unknown): Promise<void> => {
  const began = process.cpuUsage();
  let answer = 'answered';
  try {
    await task();
  } catch (error) {
    answer = isAppError(error) ? error.name : `defect: ${error instanceof Error ? error.stack : error}`;
  }
  // the processor's time, so that what else the machine does falls on nobody
  const { user, system } = process.cpuUsage(began);
  const { spent = 0, most = 0 } = document?.package.work ?? {};
  calls.push({ call, ms: Math.round((user + system) / 1000), spent, most, answer });
};
await run('open', () => {
  document = openDocument(openOfd(bytes));
});
if (document) {
  const opened = document;
  await run('sizes', () => papersOf(openVolume(opened.file)));
  await run('draw', () => renderPage(opened, 0));
  await run('find', () => findText(opened, '甲方'));
}
await run('verify', () => verifyOfd(bytes, { time: 0 }));
const grownMb = Math.round((peakMemory() - before) / 1e6);
console.log(JSON.stringify({ calls, grownMb }));
