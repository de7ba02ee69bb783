import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { PathCommand } from '#core/drawing.ts';
import { isStream } from '#core/pdf/read/objects.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { createSeal } from '#core/seal/calls.ts';
import { downloadDocument, getTask, sendTask, signTask } from '#core/task/calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { seal } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import {
  ADMIN_A,
  COMPANY_A,
  INDIVIDUAL,
  newKey,
  personSigner,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { database } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';

const WHITE: PathCommand[] = [['M', 0, 0], ['L', 36, 0], ['L', 36, 19], ['L', 0, 19], ['Z']];
const sheet = { widthMm: 36.5, heightMm: 19, items: [{ path: WHITE, fill: '#ffffff' }] };
const strokes = [[0, 40, 80, 120].map((x, i) => ({ x, y: i * 20, time: i * 10, pressure: 0.5 }))];

it('a saved signature still a filled outline is redrawn for use, rejected without its strokes', async () => {
  const [a, person] = await Promise.all([signedIn(ADMIN_A, COMPANY_A), signedIn(INDIVIDUAL)]);
  const { stampId } = await person.call(createSeal, {
    stampName: `签名 ${newKey().slice(0, 8)}`,
    stampCategory: 'HANDWRITTEN',
    picture: { kind: 'HANDWRITING', strokes },
  });
  const plan = await taskToSend(a, [personSigner(INDIVIDUAL)]);
  const { planId: taskId } = await a.call(sendTask, plan);
  const sign = async () => {
    const task = await person.call(getTask, { planId: taskId });
    return (
      await person.envelope(signTask, {
        planId: taskId,
        seen: seenOf(task.documents),
        consent: { method: 'PASSWORD', password: await person.seal(DEMO.signPassword) },
        fillings: task.placements.map(({ placementId }) => ({ placementId, sealId: stampId })),
      })
    ).code;
  };
  const saved = database().update(seal);
  const [kept] = await database().select().from(seal).where(eq(seal.id, stampId));
  await saved.set({ drawing: sheet, picture: null }).where(eq(seal.id, stampId));
  expect(await sign()).toBe(460025);
  await database().update(seal).set({ drawing: sheet, picture: kept!.picture }).where(eq(seal.id, stampId));
  expect(await sign()).toBe(200);
  const { bytes } = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
  const document = openPdfBytes(bytes);
  const drawn = [...document.revisions.slice(1).flatMap(({ written }) => [...written])]
    .map((num) => document.get(num))
    .filter(isStream)
    .map((stream) => new TextDecoder('latin1').decode(document.decode(stream)));
  const look = drawn.filter((content) => / (l|c)\n?.*S\b/s.test(content));
  expect(look.length).toBeGreaterThan(0);
  // Lines of a pen, and nothing that is filled.
  for (const content of look) expect(content).not.toMatch(/(^|\s)(f\*?|F|B\*?|b\*?)(\s|$)/);
});
